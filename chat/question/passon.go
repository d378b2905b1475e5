package question

import (
	"regexp"

	"narthex/chat/words"
)

// PassingOn matches folded text that asks to tell somebody of the church something: "can you tell Pastor Dan I said hi", "dígale al pastor
// que no voy". It does not match the question whether somebody should tell them.
const PassingOn = `(?:^\W*(?:(?:ok|okay|oh|hi|hello)\W+)*|\b(?:can|could|will|would) (?:you|ye|u|someone|somebody) (?:please |kindly )?|\bplease |\bjust |\b(?:want|like|wanted) (?:you )?to )` +
	`(?:tell|let) (?:(?:our |your |the )?(?:pastor|father|fr|deacon|rev|revd|reverend|sister|brother|priest|vicar|secretary|office|team|choir|staff)\b\.?(?: [a-z'-]+){0,2}?|them) ` +
	`(?:know )?(?:that|thank|thanks|hello|hi|i|i'm|im|i'll|ill|we|we're|we'll|well|my|our|there|the|not to)\b|` +
	`(?:^\W*|\bpor favor,? |\bpuede(?:s|n)? |\bpodria(?:s|n)? |\bme |\ble )(?:le )?(?:digale|dile|diganle|decirle|avisele|avisale|avisenle|avisarle|avisas?|avise|comentele|comentale) (?:por favor )?` +
	`(?:a |al )(?:la |el |mi )?(?:hermana|hermano|pastor|pastora|padre|parroco|cura|diacono|oficina|secretaria|coro|sacerdote)\b`

// OfVisitor matches messages about repeating what the visitor says here ("will you tell the pastor what I said?"), which PassesOn must not
// count.
const OfVisitor = `\b(?:(?:what|anything|everything|things|stuff) i|about (?:me|this)|that i (?:wrote|said|told|was here|am here|talked)|where i|my (?:secret|messages?|name|husband|wife)|lo que (?:digo|escribo|dije|le digo)|de mi|donde estoy)\b`

var passingOn, sayingOf = regexp.MustCompile(PassingOn), regexp.MustCompile(OfVisitor)

// PassesOn reports whether a message asks to tell somebody of the church something, other than what the visitor says here.
func PassesOn(message string) bool {
	folded := words.Fold(message)
	return passingOn.MatchString(folded) && !sayingOf.MatchString(folded)
}
