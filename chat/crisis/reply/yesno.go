package reply

import (
	"regexp"
	"strings"
)

// What a visitor says to an answer of the crisis gate is understood without a model where it is one of these.
var (
	noForm = regexp.MustCompile(`^(?:no|nope|nah|not really|no thanks?|no thank you|i'?m not|i am not|no i'?m not|no i am not|no gracias|para nada|claro que no|no lo estoy|non|pas du tout|não|nao|nie|нет|não estou|لا|hindi|hindi po|không|khong|dạ không|không có|아니요|아니오|아뇨|不|不是|没有|沒有|non mèsi)$`)

	yesForm = regexp.MustCompile(`^(?:yes|yeah|yep|yea|y|i am|yes i am|i do|yes i do|maybe|i think so|kind of|sort of|a little|sometimes|both|si|sí|a veces|creo que sí|creo que si|un poco|tal vez|quizás|quizas|oui|peut-être|sim|às vezes|talvez|tak|czasem|może|да|иногда|نعم|ايوه|أيوا|اه|oo|opo|có|vâng|dạ|dạ có|네|예|응|是|是的|有|对|對|wi)$`)

	noCallForm = regexp.MustCompile(`\b(?:(?:i )?(?:do ?n[o']?t|can ?no?t|can'?t|cant|won'?t|wont|will not|am not|'m not|im not|not) (?:going to |gonna |want to |wanna |able to |even )?(?:call(?:ing)?|phone|phoning|ring|dial|talk(?:ing)? to (?:any|some)(?:body|one)|talk on the phone)|no calls?|hate (?:phones?|calling|talking on the phone)|calling (?:won'?t|doesn'?t|does not|will not|never) helps?|already (?:called|tried (?:that|calling|them))|no (?:quiero|puedo|voy a|pienso|me atrevo a|sirve de nada) (?:llamar|hablar con nadie|hablar por tel[eé]fono)|(?:me da|tengo) (?:miedo|pena|verg[uü]enza)(?: de)? llamar|ya llam[eé])` + wordEnd)

	lostForm = regexp.MustCompile(`^(?:(?:please|and|so|but|ok|por favor|y|pero) )*(?:help|help me|i need help|i don'?t know(?: (?:what (?:to do|i should do)|who to (?:tell|talk to|call|ask|turn to)|where to (?:go|turn)))?|what (?:now|should i do|do i do|can i do|am i supposed to do)(?: now)?|who (?:else )?(?:can|could|should|do) i (?:tell|talk to|speak to|call|ask|turn to|trust)(?: about (?:this|it))?|(?:who|can (?:any|some)(?:body|one)|is there (?:any|some)(?:body|one) who can) (?:can )?help me|who can help(?: me)?|where can i go|ayuda|ayúdeme|ayúdame|ayudeme|ayudame|necesito ayuda|no s[eé](?: (?:qu[eé] hacer|a qui[eé]n (?:decirle|acudir|contarle|llamar)|ad[oó]nde ir))?|qu[eé] (?:hago|debo hacer|puedo hacer)(?: ahora)?|(?:a|con) qui[eé]n (?:m[aá]s )?(?:puedo|le puedo|se lo puedo|podr[ií]a) (?:decirle|decirlo|decir|contarlo|contarle|contar|hablar|acudir|llamar)|qui[eé]n (?:me )?puede ayudar(?:me)?)$`)

	marks = strings.NewReplacer("’", "'", ".", " ", ",", " ", "!", " ", ";", " ", "…", " ", "¡", " ", "¿", " ", "?", " ")
)

// plainly is a message as the forms have it.
func plainly(message string) string {
	return strings.Join(strings.Fields(marks.Replace(strings.ToLower(message))), " ")
}

// SaysNo reports whether a message is no more than a no.
func SaysNo(message string) bool { return noForm.MatchString(plainly(message)) }

// SaysYes reports whether a message is no more than a yes, however faint.
func SaysYes(message string) bool { return yesForm.MatchString(plainly(message)) }

// WillNotCall reports whether a visitor says that they will not call, or cannot.
func WillNotCall(message string) bool { return noCallForm.MatchString(plainly(message)) }

// AsksWhatNow reports whether a message says no more than that its visitor does not know what to do, or whom to turn to.
func AsksWhatNow(message string) bool { return lostForm.MatchString(plainly(message)) }
