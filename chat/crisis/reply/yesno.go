package reply

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/crisis"
)

// What a visitor says to an answer of the crisis gate is understood without a model where it is one of these.
var (
	noForm = regexp.MustCompile(`^(?:no|nope|nah|not really|no thanks?|no thank you|i'?m not|i am not|no i'?m not|no i am not|no gracias|para nada|claro que no|no lo estoy|non|pas du tout|não|nao|nie|нет|não estou|لا|hindi|hindi po|không|khong|dạ không|không có|아니요|아니오|아뇨|不|不是|没有|沒有|non mèsi|nein|nein danke|überhaupt nicht|gar nicht|ні|ні дякую)$`)

	yesForm = regexp.MustCompile(`^(?:yes|yeah|yep|yea|y|i am|yes i am|i do|yes i do|maybe|i think so|kind of|sort of|a little|sometimes|both|si|sí|a veces|creo que sí|creo que si|un poco|tal vez|quizás|quizas|oui|peut-être|sim|às vezes|talvez|tak|czasem|może|да|иногда|نعم|ايوه|أيوا|اه|oo|opo|có|vâng|dạ|dạ có|네|예|응|是|是的|有|对|對|wi|vielleicht|manchmal|так|іноді|можливо)$`)

	// It is the visitor who will not: "the pastor did not call me back" says nothing of the kind. A bar is where a clause ends.
	noCallForm = regexp.MustCompile(`(?:(?:^|\| |\b(?:(?:i|we)(?: \pL+ly)?|and|but|so|or|because|cause|please|just|really|still|simply|also|honestly|literally|ok|okay|no|sorry) )(?:do ?n[o']?t|did ?n[o']?t|can ?no?t|can'?t|cant|could ?n'?t|won'?t|wont|will not|would not|would rather not|'d rather not|(?:i )?am not|not)|\b(?:i'?m|we'?re|i'?d rather) not) (?:going to |gonna |want to |wanna |able to |even |ready to )?(?:call(?:ing)?|phone|phoning|ring|dial|talk(?:ing)? to (?:any|some)(?:body|one)|talk on the phone)` + wordEnd +
		`|\b(?:no calls?|hate (?:phones?|calling|talking on the phone)|calling (?:won'?t|doesn'?t|does not|will not|never) helps?|already tried (?:that|calling|them)|no (?:quiero|puedo|voy a|pienso|me atrevo a|sirve de nada) (?:llamar|hablar con nadie|hablar por tel[eé]fono)|(?:me da|tengo) (?:miedo|pena|verg[uü]enza)(?: de)? llamar)` + wordEnd +
		`|\b(?:called|tried|llam[eé]|llamamos|he llamado|marqué)` + wordEnd + `.*(?:\b(?:no answer|no ?(?:body|one)(?:'s| is| has)? (?:answer|pick|help|there|came|come|coming)|(?:did|do|does|will|would) ?n[o']?t (?:answer|pick|help)|(?:not|isn'?t|aren'?t) (?:answering|picking|helping)|(?:can'?t|cannot|could ?n'?t) get through|busy|on hold|hung up|voicemail|(?:nadie|no) (?:me |nos )?(?:contest|respond|atiend|ayud)|no sirv|ocupad[oa]|colgaron))`)

	// calledForm is all that a message says.
	calledForm = regexp.MustCompile(`^(?:(?:yes|yeah|ok|okay|thanks?|thank you|gracias|s[ií]|bueno) )*(?:(?:(?:i|we)(?: have|'ve)? )?(?:(?:already|just) )?(?:called|phoned|rang|dialed)(?: (?:the )?(?:\d{3}|them|it|emergency(?: services)?|an ambulance|ambulance|police|line|hotline|number|doctor))?(?: (?:already|now|just now))?|(?:the |an )?(?:ambulance|police|help|paramedics)(?: is| are|'s|'re) (?:coming|here|on (?:its|their|the) way)(?: now)?|(?:i'?m|i am|we are|we're) (?:calling|on the (?:line|phone)(?: with (?:them|\d{3}))?)(?: them| \d{3})?(?: now)?|ya (?:los |las |lo |la |les )?(?:llam[eé]|llamamos|he llamado|hemos llamado)(?: (?:al \d{3}|a (?:la (?:ambulancia|polic[ií]a|l[ií]nea)|una ambulancia|emergencias)))?|(?:acabo|acabamos) de llamar(?: al \d{3})?|(?:la (?:ambulancia|polic[ií]a)|la ayuda) (?:ya )?(?:viene|est[aá])(?: (?:en camino|aqu[ií]))?|estoy (?:llamando|en la l[ií]nea)(?: con ellos)?)(?: (?:already|now|ya|thanks?|thank you|gracias))*$`)

	// comingForm is said of an ambulance, or of those from whom somebody hides.
	comingForm = regexp.MustCompile(`^(?:(?:they are|they'?re) (?:coming|here|on (?:its|their|the) way)(?: now)?|(?:ya )?vienen(?: en camino)?)$`)

	lostForm = regexp.MustCompile(`^(?:(?:please|and|so|but|ok|por favor|y|pero) )*(?:help|help me|i need help|i don'?t know(?: (?:what (?:to do|i should do)|who to (?:tell|talk to|call|ask|turn to)|where to (?:go|turn)))?|what (?:now|should i do|do i do|can i do|am i supposed to do)(?: now)?|who (?:else )?(?:can|could|should|do) i (?:tell|talk to|speak to|call|ask|turn to|trust)(?: about (?:this|it))?|(?:who|can (?:any|some)(?:body|one)|is there (?:any|some)(?:body|one) who can) (?:can )?help me|who can help(?: me)?|where can i go|ayuda|ayúdeme|ayúdame|ayudeme|ayudame|necesito ayuda|no s[eé](?: (?:qu[eé] hacer|a qui[eé]n (?:decirle|acudir|contarle|llamar)|ad[oó]nde ir))?|qu[eé] (?:hago|debo hacer|puedo hacer)(?: ahora)?|(?:a|con) qui[eé]n (?:m[aá]s )?(?:puedo|le puedo|se lo puedo|podr[ií]a) (?:decirle|decirlo|decir|contarlo|contarle|contar|hablar|acudir|llamar)|qui[eé]n (?:me )?puede ayudar(?:me)?)$`)
)

// clauseEnds keeps in sight where a clause ends.
var clauseEnds = strings.NewReplacer(".", " | ", ",", " | ", ";", " | ", "!", " | ", "?", " | ", "…", " | ", "\n", " | ", "—", " | ")

// plainly is a message as the forms have it: in small letters and without marks, those of other scripts' keyboards among them.
func plainly(message string) string {
	message = strings.ToLower(strings.ReplaceAll(message, "’", "'"))
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '\'' }), " ")
}

// denial is a no with what people say beside one who were asked whether they are in danger, and are not. It is all of the message, so that
// "no, I just want it to end" and "no I'm not fine" are none.
var denial = func() *regexp.Regexp {
	const (
		denied = `(?:(?:oh )?(?:my )?(?:god|gosh|lord|goodness|heavens|jesus)? ?(?:no|nope|nah|noo+)|not at all|(?:nothing|not) like that(?: at all)?|of course not|absolutely not|(?:ay |por )?(?:dios )?no|para nada|nada de eso|claro que no|qu[eé] va|no es eso|nada que ver)`
		beside = `(?:(?:oh|no|nope|nah|dear|love|darling|lol|haha|thanks?|thank you|really|sorry|honestly|don'?t worry|(?:i'?m|i am|we'?re|we are) (?:just |only |both |all )?(?:fine|ok|okay|good|grand|all right|alright|safe|well|tired|visiting|curious|joking|kidding|venting)|(?:just|only) (?:tired|visiting|joking|kidding|venting|curious|a (?:bad|long|hard) (?:day|week))|you (?:have |'ve )?misunderst(?:ood|and)(?: me)?|(?:it|that) was (?:just |only )?a (?:joke|figure of speech)|not like that|nothing like that|for asking|` +
			`gracias|para nada|nada de eso|de verdad|perd[oó]n|disculpe|(?:estoy|estamos) bien|todo bien|no se preocupe|no te preocupes|me (?:ha )?entend(?:i[oó]|iste|ido) mal|(?:solo|nomas|nada m[aá]s) (?:estoy )?(?:cansad[oa]|triste|preguntaba|un mal d[ií]a)|era (?:una )?broma|por preguntar|se[nñ]or(?:a|ita)?|mi (?:hijo|hija|amor))(?: |$))`
	)
	return regexp.MustCompile(`^` + denied + `(?: |$)` + beside + `*$`)
}()

// unwell is no denial: only a comma makes one of "no estoy bien".
var unwell = regexp.MustCompile(`(?i)(?:^|[^\pL])no\s+(?:estoy|estamos)`)

// SaysNo reports whether a message is no more than a no, where it was asked in a language; "" is any.
func SaysNo(message, language string) bool {
	said := plainly(message)
	return (noForm.MatchString(said) || denial.MatchString(said) && !unwell.MatchString(message)) && !yesBesides(said, language)
}

// Denies reports whether a message says no to the question whether its writer is in danger, and tells of none by itself: together with what
// raised the question it sounds as that did.
func Denies(message string) bool {
	if !SaysNo(message, "") {
		return false
	}
	_, alone := crisis.Assess(message, nil)
	return !alone
}

// SaysYes reports whether a message is no more than a yes, however faint, where it was asked in a language.
func SaysYes(message, language string) bool {
	said := plainly(message)
	return yesForm.MatchString(said) || yesBesides(said, language)
}

// yesBesides reports whether what is a no in other languages is a yes in this one: who speaks Polish says "no" for "yeah". "Ja" is a
// laugh to whom it is no yes.
func yesBesides(said, language string) bool {
	return language == "pl" && said == "no" || language == "de" && said == "ja"
}

// HasCalled reports whether a message is no more than that its visitor has called, or is calling, or that help is on its way. Who
// "they" are that are coming is clear only where an ambulance is wanted.
func HasCalled(message string, ambulance bool) bool {
	said := plainly(message)
	return calledForm.MatchString(said) || ambulance && comingForm.MatchString(said)
}

// WillNotCall reports whether a visitor says that they will not call, or cannot, or have called in vain.
func WillNotCall(message string) bool {
	return noCallForm.MatchString(plainly(clauseEnds.Replace(message)))
}

// AsksWhatNow reports whether a message says no more than that its visitor does not know what to do, or whom to turn to.
func AsksWhatNow(message string) bool { return lostForm.MatchString(plainly(message)) }
