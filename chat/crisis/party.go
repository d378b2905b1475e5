package crisis

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

// partyWords are all the words of a list of who comes, or is at table: "my husband, our 3 kids and me". None of them says that somebody
// does anything to somebody else.
var partyWords = words.Set(`i me us we my our the a an and with plus just only also are will be coming come going there
	one two three four five six seven eight nine ten both adult adults people person persons
	husband wife spouse partner boyfriend girlfriend fiance fiancee mom mother mum mama dad father papa parents stepdad stepmom stepfather stepmother grandma grandmother grandpa grandfather grandparents
	brother brothers sister sisters son sons daughter daughters child children kid kids baby babies toddler twins boy boys girl girls cousin cousins aunt uncle niece nephew friend friends family stepson stepdaughter grandson granddaughter grandkids
	yo nosotros mi mis nuestro nuestra nuestros nuestras el la los las un una unos unas y e con mas solo tambien somos vamos seremos venimos van iremos
	uno dos tres cuatro cinco seis siete ocho nueve diez adulto adultos persona personas
	esposo esposa marido mujer pareja novio novia prometido prometida mami madre papi padre padres papas padrastro madrastra abuela abuelo abuelos suegra suegro suegros
	hermano hermanos hermana hermanas hijo hijos hija hijas nino ninos nina ninas bebe bebes gemelos gemelas primo primos prima primas tia tio sobrino sobrina sobrinos amigo amiga amigos familia nieto nieta nietos cunado cunada`)

// countedWords are more of them where somebody is counted: "apunte dos, va mi compañera de piso". Without a number they may tell of anything.
var (
	countedWords = words.Set(`there's s theres no in at house here little ones apunte apunten anote anoten va van companera companero companeras companeros de piso trabajo clase`)
	countWords   = words.Set(`two three four five six seven eight nine ten dos tres cuatro cinco seis siete ocho nueve diez`)
)

// noCallsForm is all that is said by who does not want to be called, visited or written to: they have been asked whether they do.
var noCallsForm = regexp.MustCompile(`^(?:(?:por favor|please|pero|but|ya|mejor|gracias) )*(?:no quiero (?:mas )?que (?:me|nos) (?:llamen?|llames|visiten?|escriban?|manden? (?:mensajes|textos|correos))(?: nadie)?|` +
	`(?:i )?(?:don'?t|do not) (?:(?:want|need) (?:you |anyone |anybody )?to )?(?:be )?(?:call(?:ed)?|visit(?:ed)?|text(?:ed)?|email(?:ed)?)(?: me)?)(?: (?:mas|ya|por telefono|por favor|gracias|please|thanks|thank you|again|anymore|any more|back))*$`)

// beyondItsWords gives what is left of what the model alone found in a message whose words say nothing of it, as long as nothing before it
// does: the words are those of many who are hurt, or have had enough, and the model knows them by that.
func (m *model) beyondItsWords(f Finding, message string, earlier []string, s *scratch) bool {
	harm := f.Category == Abuse || f.Category == ChildAtRisk
	resigned := f.Category == Suicide || f.Category == Despair
	said := plain(message)
	switch {
	case isParty(message, harm), harm && isLetDown(message), resigned && wantsNoCalls(message), harm && partingForm.MatchString(said), resigned && (debtForm.MatchString(said) || doubtForm.MatchString(said)), denies(message), isBurden(message):
		return !m.troubled(earlier, s)
	case (harm || f.Category == Threat) && ofImmigration(message):
		return !m.troubled(besidesImmigration(earlier), s)
	}
	return false
}

// isParty reports whether a message is a list of people and no more: one that counts them, unless it is enough that nobody does anything to
// anybody.
func isParty(message string, harmless bool) bool {
	counts, counted := false, false
	for word := range words.Split(words.Fold(message)) {
		switch number := countWords[word] || strings.Trim(word, "0123456789") == ""; {
		case number:
			counts = true
		case partyWords[word]:
		case countedWords[word]:
			counted = true
		default:
			return false
		}
	}
	return counts || harmless && !counted
}

func wantsNoCalls(message string) bool {
	return !strings.ContainsAny(message, "?¿") && noCallsForm.MatchString(plain(message))
}

// troubled reports whether messages are so near to a danger that what follows may be of it.
func (m *model) troubled(earlier []string, s *scratch) bool {
	if len(earlier) == 0 {
		return false
	}
	s.folded.foldAll(earlier, "")
	before := m.read(&s.folded, &s.together)
	return before.danger >= needed(&s.together)-doubtfulWithin(&s.together)
}
