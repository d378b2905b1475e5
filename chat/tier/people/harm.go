package people

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/words"
)

// What is done to somebody. English verbs without an ending, and Spanish infinitives, count behind what leads to them: "tried to kiss".
var (
	stems = strings.Fields("toc viol abus manose acos golpe maltrat amenaz peg bes agarr lastim oblig encerr azot pate estrangul") // of Spanish verbs in -ar
	harms = func() map[string]bool {
		set := words.Set(`touched touches touching molested molests molesting raped rapes raping abused abuses abusing groped gropes groping fondled fondles fondling kissed kisses kissing hit hits hitting beat beats beating beaten hurt hurts hurting
			slapped slaps slapping punched punches punching kicked kicks choked chokes choking strangled assaulted assaults assaulting harassed harasses harassing grabbed grabs grabbing forced forces forcing groomed grooms grooming
			threatened threatens threatening stalked stalks stalking attacked attacks whipped whips spanked
			agrede agredio agredia agrediendo agredido pego pega pegaba`)
		for _, stem := range stems {
			for _, ending := range strings.Fields("a o aba aban an aron ando ado ada ados adas andola andolo andome andonos") {
				set[stem+ending] = true
			}
		}
		return set
	}()
	plainHarms = func() map[string]bool {
		set := words.Set("touch molest rape abuse grope fondle kiss hit beat hurt slap punch kick choke strangle assault harass grab force groom threaten stalk attack whip agredir")
		for _, stem := range stems {
			for _, ending := range []string{"ar", "arme", "arnos", "arla", "arlo", "arle", "arlas", "arlos"} {
				set[stem+ending] = true
			}
		}
		return set
	}()
	// harmNouns are done by somebody.
	harmNouns = words.Set("abuse rape assault harassment molestation grooming abuso abusos violacion acoso maltrato")

	// between may stand before what somebody does. "Fr. Tomás that my husband hits me" is told of somebody else.
	between = words.Set(`has had have is was been being are were who that he she they would did does used to started starts began begun likes liked wanted wants tried tries trying keeps kept on once twice always often also still just actually repeatedly
		sexually physically inappropriately secretly really probably regularly constantly once yesterday today tonight then later again himself herself s d
		le me nos se te la lo les las los ha han habia estaba esta estuvo sigue siguio siempre tambien ya una vez quiso quiere queria intento intenta trato trata de a volvio empezo comenzo solia anda andaba ayer anoche hoy que quien`)
	// leadsTo stands before a verb without an ending.
	leadsTo = words.Set("to would did does used quiso quiere queria intento intenta trato trata de a volvio empezo comenzo solia")
	// suffering, before a participle, has it done to them: "Father Tomás was hurt".
	suffering = words.Set("is was are were been being got gets es fue era sido siendo fueron")

	// telling stands before whom somebody tells: "I told Father Tomás who hit me".
	telling = words.Set("told tell telling tells asked ask asking informed inform dije dijimos decir decirle digo conte contarle contar cuento avise avisar pregunte hable hablar hablo talked talk spoke speak talking speaking")
	towards = words.Set("to with a al con our the el la mi")
	// relative words are of whom is named last, unless they were told of it.
	relative = words.Set("who that he she they que quien")

	// objects stand behind an English verb without an ending that is what somebody does: not "can Fr. Tomás touch base".
	objects = words.Set("me us my our him her them his kids children boys girls women little")
	// innocentObjects are touched or struck without harm, where nothing but determiners stand before them: not "touched me at piano practice".
	innocentObjects = words.Set("heart hearts soul lives guitar piano organ guitarra piano organo violin bateria corazon campana campanas puerta tema alma")
	determiners     = words.Set("my his her our your their the a an all so many every everyone people s muy bien el la los las un una este esta mi su nuestro nuestra al")
	ofOneself       = words.Set("my his her mi su")
	// harmsBodies begin verbs whose object is never innocent.
	harmsBodies = strings.Fields("rap molest abus grop fondl assault harass groom strangl viol manose acos maltrat")

	// Of whom a message says that they did it, where it tells of it verb first.
	clauseStarts = words.Set(", . y e and que that porque cuando pero but si ayer anoche hoy alli ahi entonces una vez donde tambien ya siempre")
	clitics      = words.Set("me la lo le nos las los les se te")
	roles        = words.Set("pastor priest deacon teacher director leader minister vicar coach parroco sacerdote diacono maestro maestra lider cura pastora")
	aside        = words.Set("who our the a an your nuestro nuestra el la un una su from at in of on last de del en")
	persons      = words.Set("my mi his her he she i my that que who and y but pero husband wife esposo marido")
	// others may be who does what is told of behind a name: "Father Tomás knows my husband drinks and hits me".
	others = words.Set(`he she they i we s that who que husband wife dad father mom mother uncle aunt brother sister boyfriend girlfriend partner cousin grandfather grandpa stepfather stepdad boss friend neighbor neighbour man guy someone somebody
		esposo marido mujer esposa papa mama padre madre tio tia hermano hermana novio novia pareja primo abuelo padrastro vecino alguien`)
)

// doesHarm reports whether a message says of one of the church's people that they do harm. Who is only named ("can Fr. Tomás call me?")
// has done nothing. Where who is there for safeguarding may be meant it is false: they would be the only one to hear of it.
func doesHarm(c *church.Snapshot, message string) bool {
	n, t := namesOf(c), read(message)
	return slices.ContainsFunc(n.mentions(t), func(m mention) bool { return t.harmedBy(m) && !n.mayBeSafeguarding(t, m) })
}

// harmedBy reports whether a text says of whom it mentions that they do harm.
func (t text) harmedBy(m mention) bool {
	return t.active(m) || t.thenDid(m) || t.passive(m) || t.verbFirst(m) || t.cleft(m)
}

// active is "Father Tomás has been touching my son", "Emeka Obi is the one who …", "Emeka Obi, our deacon, …".
func (t text) active(m mention) bool {
	return t.does(m, m.to) || t.does(m, t.pastAside(m.to))
}

// does reports whether what somebody who was mentioned does, from a token on, is harm.
func (t text) does(m mention, i int) bool {
	if t.word(i) == comma && relative[t.word(i+1)] {
		i++
	}
	if relative[t.word(i)] && t.isTold(m) {
		return false
	}
	if suffering[t.word(i)] {
		i = t.pastPredicate(i)
	}
	led, suffers := false, false
	for steps := 0; steps < 7; steps++ {
		word := t.word(i)
		switch {
		case harms[word] && !(suffers && isParticiple(word)):
			return !t.harmless(i)
		case plainHarms[word] && (led || objects[t.word(i+1)]):
			return !t.harmless(i)
		case (word == "did" || word == "does" || word == "do" || word == "doing" || word == "done") && t.doneTo(i+1), (word == "hizo" || word == "hace" || word == "hacia") && t.doneTo(i+1):
			return true
		case word == "a" && possessives[t.word(i+1)]: // "a mi hija la tocó"
			i += 3
			continue
		case !between[word]:
			return false
		}
		led, suffers = led || leadsTo[word], suffering[word]
		i++
	}
	return false
}

// isTold reports whether a mention is of whom somebody tells.
func (t text) isTold(m mention) bool {
	before := t.word(m.from - 1)
	return telling[before] || towards[before] && (telling[t.word(m.from-2)] || towards[t.word(m.from-2)] && telling[t.word(m.from-3)])
}

// thenDid is "Deacon Emeka locked the door and raped me", where nobody else is named before what is done.
func (t text) thenDid(m mention) bool {
	if t.isTold(m) {
		return false
	}
	for i := m.to; i < m.to+9; i++ {
		switch word := t.word(i); {
		case word == "", word == stop, word == comma, others[word]:
			return false
		case word == "and", word == "y":
			for i++; clitics[t.word(i)] || t.word(i) == "then"; i++ {
			}
			return harms[t.word(i)] && !t.harmless(i)
		}
	}
	return false
}

// passive is "my son was molested by your Deacon Emeka", "abusada por el padre Tomás".
func (t text) passive(m mention) bool {
	by := -1
	for i := m.from - 1; i >= 0 && i >= m.from-5; i-- {
		word := t.word(i)
		if word == "by" || word == "por" {
			by = i
			break
		}
		if word == stop || persons[word] && !possessives[word] || word == comma && !roles[t.word(i-1)] {
			return false
		}
	}
	for i := by - 1; by > 0 && i >= 0 && i >= by-4; i-- {
		if word := t.word(i); harms[word] || harmNouns[word] {
			return true
		} else if word == stop {
			return false
		}
	}
	return false
}

// verbFirst is Spanish: "a mi hija la violó Emeka Obi", "abusó de mi hijo el padre Tomás". Nobody else may be who did it.
func (t text) verbFirst(m mention) bool {
	i := m.from - 1
	for word := t.word(i); word == "el" || word == "la" || word == "su" || word == "nuestro" || word == "nuestra"; word = t.word(i) {
		i--
	}
	toWhom := t.word(m.to) == "a" || t.word(m.to) == "de"
	if i >= 2 && !harms[t.word(i)] && possessives[t.word(i-1)] && (t.word(i-2) == "a" || t.word(i-2) == "de") {
		i, toWhom = i-3, true
	}
	if word := t.word(i); !harms[word] || !isSpanish(word) {
		return false
	}
	for i--; clitics[t.word(i)] || t.word(i) == "ha" || t.word(i) == "habia"; i-- {
		toWhom = true
	}
	if possessives[t.word(i-1)] && t.word(i-2) == "a" {
		return true
	}
	return toWhom && (i < 0 || clauseStarts[t.word(i)])
}

// cleft is "the one who molested my son is Emeka Obi", "quien la tocó fue el padre Tomás".
func (t text) cleft(m mention) bool {
	i := m.from - 1
	for towards[t.word(i)] {
		i--
	}
	if is := t.word(i); is != "is" && is != "was" && is != "es" && is != "fue" && is != "era" {
		return false
	}
	for i--; i >= 0 && i > m.from-9; i-- {
		switch word := t.word(i); {
		case word == stop, word == comma, word == "and", word == "y":
			return false
		case harms[word]:
			for back := 1; back <= 3; back++ {
				if before := t.word(i - back); before == "who" || before == "that" || before == "que" || before == "quien" {
					return true
				}
			}
			return false
		}
	}
	return false
}

// pastAside steps over what stands between a name and its verb: ", our deacon,", "at St Agnes", "last night".
func (t text) pastAside(i int) int {
	begins := i
	if t.word(begins) == comma {
		begins++
	}
	if !aside[t.word(begins)] || between[t.word(begins)] && begins == i {
		return i
	}
	for end := begins + 1; end <= begins+4; end++ {
		word := t.word(end)
		if begins > i && word == comma || begins == i && (harms[word] || between[word] && !aside[word]) {
			if word == comma {
				return end + 1
			}
			return end
		}
		if word == "" || word == stop || word == comma || persons[word] {
			return i
		}
	}
	return i
}

// pastPredicate steps over "is the one" to what tells which: "who touched my son".
func (t text) pastPredicate(i int) int {
	for end := i + 1; end <= i+4; end++ {
		switch word := t.word(end); {
		case end > i+1 && (word == "who" || word == "that" || word == "que"), word == "quien":
			return end
		case end == i+1 && word != "the" && word != "a" && word != "el" && word != "la" && word != "un" && word != "una":
			return i
		case word == "", word == stop, word == comma:
			return i
		}
	}
	return i
}

// doneTo reports whether something is done to somebody: "did it to my son", "le hizo cosas a mi hija".
func (t text) doneTo(i int) bool {
	for end := i; end < i+4; end++ {
		switch t.word(end) {
		case "to", "a":
			return objects[t.word(end+1)] || possessives[t.word(end+1)]
		case "dano":
			return true
		case "", stop, comma:
			return false
		}
	}
	return false
}

// harmless reports whether what is touched or struck is nobody. An organ of one's own may be a part of the body.
func (t text) harmless(i int) bool {
	if slices.ContainsFunc(harmsBodies, func(stem string) bool { return strings.HasPrefix(t.word(i), stem) }) {
		return false
	}
	if next := t.word(i + 1); next == "base" || next == "upon" {
		return true
	}
	end := i + 1
	if t.word(end) == "on" {
		end++
	}
	for last := end + 3; end < last && determiners[t.word(end)]; {
		end++
	}
	object, owner := t.word(end), t.word(end-1)
	return innocentObjects[object] && !(strings.HasPrefix(object, "organ") && ofOneself[owner])
}

func isParticiple(word string) bool {
	return strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ado") || strings.HasSuffix(word, "ada") || word == "hurt" || word == "hit" || word == "beat" || word == "beaten"
}

// isSpanish reports whether what is done is said in Spanish.
func isSpanish(word string) bool {
	return strings.ContainsAny(word[len(word)-1:], "aon") && word != "beaten"
}
