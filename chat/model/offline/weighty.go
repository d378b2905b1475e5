package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/ages"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// creeds are what people are who ask whether they may come nevertheless.
const creeds = `(?:catholics?|catolic[oa]s?|protestants?|protestantes?|evangelic[oa]s?|muslims?|musulman(?:a|es)?|jewish|judi[oa]s?|mormons?|hindus?|buddhists?|agnostics?|testigo de jehova)`

// unwed are people whom some churches keep from table, the sacraments.
const (
	unwed = `\b(?:divorced?|divorciad[oa]s?|separated|separad[oa]s?|remarried|vuelt[oa]s? a casar|living together|living with (?:my|his|her) (?:boyfriend|girlfriend|partner)|union libre|gay|lesbian|married (?:outside|in a registry|civilly)|casad[oa]s? (?:solo )?por (?:lo|el) civil)\b`
	table = `\b(?:communion|eucharist|sacraments?|confession|comunion|comulgar|eucaristia|sacramentos?|confesar\w*|confesion|godparents?|padrin[oa]s?)\b`
)

// weighty are the questions that people are afraid to ask: whether they may come as they are, what the church makes of them or of those
// they love. They are never answered with whatever passage shares a word with them. All get the church's own written position, if there
// is one, and somebody by name to talk to.
var weighty = []struct {
	asked *regexp.Regexp // in the folded question
	lead  string         // of offline.json
	open  string         // the lead where the church has written its position, "" for the same
	even  bool           // also of a marriage, which has rules that can be quoted
}{
	{regexp.MustCompile(`\b(?:in|to|into) (?:hell|purgatory)\b|\b(?:en|al) (?:el )?(?:infierno|purgatorio)\b`), "not_mine", "", false},
	{regexp.MustCompile(`\b(?:annul\w*|nullity|nulidad|anular? (?:el|mi) matrimonio)\b|` + unwed + `.*` + table + `|` + table + `.*` + unwed), "weighty", "welcome_all", true},
	{regexp.MustCompile(`\b(?:gay|lesbian|homosexual\w*|trans|transgender|queer|lgbt\w*|same[- ]sex|divorced|divorciad[oa]s?|union libre|living together|atheist|atea?o?|` +
		`not (?:a )?(?:christian|believer|religious|baptized|baptised)|no soy (?:cristian[oa]|creyente|bautizad[oa])|lesbiana)\b|` +
		`\b(?:(?:can|could|may) (?:i|we) (?:come|go|visit|attend|join)|puedo (?:ir|venir|asistir|entrar)|welcome|bienvenid\w+|aceptan)\b.*\b(?:soy|im|i am) (?:not )?(?:an? )?` + creeds + `\b|\b(?:soy|im|i am) (?:not )?(?:an? )?` + creeds + `\b.*\b(?:(?:can|could|may) i (?:come|go|visit|attend|join)|puedo (?:ir|venir|asistir|entrar)|welcome|bienvenid\w+|aceptan)\b`), "welcome_all", "", false},
	{regexp.MustCompile(`\b(?:abortions?|aborto|contraception|euthanasia|death penalty|homosexuality|suicide a sin|premarital|sex before marriage)\b|` +
		`\bwom[ae]n\b.*\b(?:preach\w*|priests?|pastors?|ministry|ordained|lead|deacons?)\b|\bmujer(?:es)?\b.*\b(?:predica\w*|pastoras?|sacerdotes?|ministerio|lider(?:es)?)\b`), "weighty", "", false},
}

// aboutThem answers such a question, "" for others.
func (b *briefing) aboutThem() string {
	asked := b.question
	if len(b.messages) > 1 && whatNow.MatchString(words.Fold(asked)) {
		asked = b.messages[1].text // who to speak to about that
	}
	folded := strings.ReplaceAll(words.Fold(asked), "'", "")
	for _, kind := range weighty {
		if !kind.asked.MatchString(folded) || marrying.MatchString(folded) && !kind.even {
			continue
		}
		lead, own := kind.lead, b.position(asked)
		if own != "" {
			lead = cmp.Or(kind.open, lead)
		}
		said := []string{b.say(lead)}
		if own != "" {
			said = append(said, own)
		}
		return strings.Join(append(said, b.pastor()), " ")
	}
	return ""
}

// marrying is about a wedding or a burial, which have rules that can be quoted.
var marrying = regexp.MustCompile(`\b(?:get remarried|married|marry|wedding|casar\w*|boda|funeral|ashes)\b`)

// position is what the church itself has written on what a question is about, "" for nothing.
func (b *briefing) position(question string) string {
	asked := term.Of(question, b.language)
	for _, p := range b.contents.Positions {
		topic := term.Of(p.Label, words.Language(p.Value, b.language))
		if slices.ContainsFunc(topic, func(t term.Term) bool { return !t.WeakWord() && slices.Contains(asked, t) }) {
			return snippet.Ended(b.own().Text("position", "topic", p.Label, "value", snippet.Clean(snippet.Shorten(p.Value))))
		}
	}
	return ""
}

// withAbsences adds to when the pastor can usually be met when that does not hold.
func (b *briefing) withAbsences(label, said string) string {
	if label != "Pastor's availability" {
		return said
	}
	for _, f := range b.contents.Facts {
		if f.Label == "Pastor's absence" {
			said += " " + snippet.Ended(b.own().Text("label."+f.Label, "value", strings.TrimRight(snippet.Clean(f.Value), ".")))
		}
	}
	return said
}

// needs are what people lack: whoever says so is told of what the church has for it, not of what shares a word.
var needs = []struct{ asked, given *regexp.Regexp }{
	{regexp.MustCompile(`\b(?:hungry|starving|nothing to eat|no food|need food|feed (?:my|our)|cant afford (?:food|groceries)|no money for food|no tengo (?:que comer|comida)|tengo hambre|sin comida|para comer)\b|` +
		`\b(?:need|could use|looking for|where can i get|necesit[oa]\w*|busco|ocupo|me (?:pueden|podrian) dar|donde (?:dan|consigo)) (?:some |any |help with |free |algo de |ayuda con (?:la )?|un poco de |una? )?(?:food|groceries|comida|despensas?|alimentos|viveres|mandado)\b`),
		regexp.MustCompile(`(?i)\b(?:groceries|food|pantry|despensas?|alimentos)\b`)},
	{regexp.MustCompile(`\bmeals?\b.*\b(?:baby|newborn|surgery|birth|died)\b|\b(?:baby|newborn|surgery|birth|died)\b.*\bmeals?\b`), regexp.MustCompile(`(?i)\bmeals to families\b|\bbrings? (?:meals|dinner)\b`)},
	{regexp.MustCompile(`\b(?:in (?:the )?hospital|housebound|shut[- ]?in|bedridden|surgery|en el hospital|enferm[oa])\b.*\b(?:see|visit|come|go|communion|ver|verl[oa]|visit\w+|ir)\b|\b(?:visit|see|visiten|visitar)\b.*\b(?:in (?:the )?hospital|housebound|enferm[oa])\b`),
		regexp.MustCompile(`(?i)\bvisits? (?:at|in) the hospital\b|\bvisitan? a los enfermos\b|\bsick and housebound\b`)},
	{regexp.MustCompile(`\b(?:since|after|when) (?:my )?(?:\pL+ )?(?:mam|mum|mom|mother|dad|father|husband|wife|son|daughter|brother|sister|gran|granny|grandmother) (?:died|passed)\b.*|\b(?:someone|somebody|group|support|cope|talk)\b.*\b(?:died|passed away|murio|fallecio)\b|` +
		`\b(?:died|passed away|murio|fallecio)\b.*\b(?:group|support|cope|grupo|apoyo)\b|\blost (?:my|our) (?:\pL+ )?(?:mam|mum|mom|mother|dad|father|husband|wife|son|daughter|brother|sister|baby|gran|granny|grandmother|grandfather|friend)\b`), regexp.MustCompile(`(?i)\b(?:grief|bereavement|duelo|after a death)\b`)},
	{regexp.MustCompile(`\b(?:is dying|deathbed|last rites|se (?:me )?(?:esta muriendo|muere)|agoniza\w*)\b`), regexp.MustCompile(`(?i)\bsick-call\b|\bat any hour\b|\bday (?:and|or) night\b|\ba cualquier hora\b`)},
	{regexp.MustCompile(`\b(?:pay|afford|behind on|help with|cant|late on|pagar|ayud\w+ con)\b.*\b(?:rent|heat\w*|electric\w*|bills?|mortgage|fuel|oil|renta|luz|recibos?|funeral)\b|\bevict\w*|\bdesaloj\w*`),
		regexp.MustCompile(`(?i)\b(?:rent or|with rent|bills|heat or|funeral costs|la renta)\b`)},
	{regexp.MustCompile(`\b(?:undocumented|(?:no|without|any) papers|sin papeles|no (?:tengo|tenemos|tiene|tienen|trae|traigo) (?:mis |sus |los )?papeles|(?:mis|sus|nuestros) papeles|(?:quit\w+|venci\w+|pid\w+|arregl\w+|pedir) (?:\pL+ )?(?:los |mis |sus )?papeles|inmigracion|immigration|deport\w*|migra|asylum|asilo)\b`), regexp.MustCompile(`(?i)\b(?:abogad[oa]|migratoria|immigration|asylum)\b`)},
	{regexp.MustCompile(`\b(?:lonely|no friends|dont know (?:anybody|anyone)|muy sol[oa]|me siento sol[oa]|no tengo amigos)\b`), regexp.MustCompile(`(?i)^(?:small groups|casserole|golden|legion|damas|parish|grupos)`)},
	{regexp.MustCompile(`\b(?:relapsed?|drinking (?:himself|herself|too much|again)|drinks too much|addict\w*|alcoholic|toma mucho|drogas|dejar de beber)\b`), regexp.MustCompile(`(?i)\b(?:recovery|addiction|recuperaci[oó]n|adicci[oó]n)\b`)},
	{regexp.MustCompile(`\b(?:marriage is|my husband left|my wife left|mi matrimonio|getting divorced|separated)\b`), regexp.MustCompile(`(?i)\bmarriage (?:counsel|support)`)},
	{regexp.MustCompile(`\b(?:lost my job|sin trabajo|unemployed|homeless|sleeping in my car|sin casa)\b`), regexp.MustCompile(`(?i)\b(?:groceries|food, fuel|despensas?)\b`)},
}

var (
	// papersOfRite are what a church asks for who is to be baptised or married, or comes to something; lackingPapers is who has none.
	papersOfRite  = regexp.MustCompile(`\b(?:que|cuales|cuantos) papeles\b|\bpapeles\b.*` + rite + `|` + rite + `.*\bpapeles\b`)
	lackingPapers = regexp.MustCompile(`\b(?:sin|no (?:tengo|tenemos|tiene|tienen)) papeles\b`)
	// weather is the heat that nobody has to pay for.
	weather = regexp.MustCompile(`\bcant (?:stand|take|bear|handle) (?:the |this )?heat\b`)
)

const rite = `\b(?:bauti\w+|casar\w*|casamiento|boda|matrimonio|quince\w*|retiro|inscri\w+|registr\w+|comunion|confirmacion|catecismo)\b`

// inNeed answers who tells of a need, "" for others: with the ministry or the answer that the church has for it, else with a person.
func (b *briefing) inNeed() string {
	folded := strings.ReplaceAll(words.Fold(b.question), "'", "")
	if papersOfRite.MatchString(folded) && !lackingPapers.MatchString(folded) {
		folded = strings.ReplaceAll(folded, "papeles", "")
	}
	folded = weather.ReplaceAllString(folded, "")
	for _, need := range needs {
		if !need.asked.MatchString(folded) {
			continue
		}
		if help := b.helpWith(need.given); help != "" {
			return b.say("sorry") + " " + help + " " + b.office()
		}
		return b.say("sorry_only") + " " + b.pastor()
	}
	return ""
}

// helpWith is the answer or the ministry that is for something.
func (b *briefing) helpWith(given *regexp.Regexp) string {
	for _, t := range b.contents.Texts {
		if t.FAQ && given.MatchString(t.Content) {
			return snippet.Ended(snippet.WithoutYes(snippet.Clean(snippet.Shorten(t.Content))))
		}
	}
	for _, f := range b.contents.Facts {
		if (f.Label == "Ministry" || f.Label == "Pastor's availability") && given.MatchString(f.Value) {
			return b.withAbsences(f.Label, snippet.Ended(snippet.Clean(snippet.Shorten(f.Value))))
		}
	}
	return ""
}

// forTheirAge gives the ministries that are for the ages that a question names of children, "" if it names none or none is.
func (b *briefing) forTheirAge() string {
	asked := ages.In(words.Fold(b.question))
	if len(asked) == 0 {
		return ""
	}
	library := newLibrary(b)
	var found []string
	for _, age := range asked {
		for i, u := range library.units {
			from := library.sources[u.source]
			if from.title != "Ministry" || !ages.For(from.whole, age) {
				continue
			}
			if said := b.wordFact(library, match{unit: library.units[i]}); !slices.Contains(found, said) {
				found = append(found, said)
			}
		}
	}
	switch len(found) {
	case 0:
		return ""
	case 1:
		return found[0]
	}
	return b.say("list") + "\n- " + strings.Join(found, "\n- ")
}
