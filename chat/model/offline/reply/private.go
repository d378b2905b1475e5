package reply

import "regexp"

// private is said by who wants few to know: "only the pastors, not the whole team", "que no lo sepan todos".
var private = regexp.MustCompile(`\b(?:only|just) (?:for )?(?:the |your |our )?(?:pastors?|priests?|father|fr|deacons?|rev\w*|prayer team|(?:pastor|father|fr|rev) \w+)\b|\b(?:solo|solamente|unicamente|nomas|nada mas) (?:para |a |con )?(?:el|la|los|las|al)? ?(?:pastor(?:a|es)?|padre|sacerdote|cura|parroco)\b|\bso o pastor\b|` +
	`\b(?:do ?n'?t|do not|please no|not to|never|without) (?:want (?:it|this|that|anyone|anybody) (?:to )?)?(?:tell(?:ing)?|share?(?:ing)?|mention(?:ing)?|read(?:ing)?|announc(?:e|ing)|spread|know|pass(?:ing)? (?:it|this|that) (?:on )?to)\b.{0,30}\b(?:others?|anyone|anybody|every(?:one|body)|whole|team|church|congregation|people|around|out loud|aloud)\b|` +
	`\b(?:no ?one|nobody) (?:else|should know)\b|\bnot (?:the|for the|to the) (?:whole|others?|everyone|everybody|rest|entire)\b|\bkeep (?:it|this|that) (?:private|secret|quiet|confidential|between|to (?:yourself|yourselves))\b|\b(?:keep|kept|stay|stays|remain|just|only)\b(?: \w+){0,3} between (?:us|you and me|ourselves)\b|\bin confidence\b|\bconfiden\w+|\bprivate(?:ly)?\b|` +
	`\bque no (?:lo |se )?(?:sepan?|enteren?|digan?|cuenten?)\b|\bno (?:se )?(?:lo )?(?:digan?|cuenten?|compart\w+|publi\w+)\b.{0,25}\b(?:nadie|todos|otros|demas|los otros|la gente)\b|\bnadie mas\b|\b(?:qued\w+|solo|nomas|nada mas)(?: \w+){0,2} entre (?:nosotros|usted y yo)\b|\ben (?:privado|secreto|confianza)\b|\bprivad[oa]\b`)

// withoutName is said by who would not have a name told.
var withoutName = regexp.MustCompile(`^\W*(?:(?:no|oh|please|but|and|pero|por favor)\W+)*(?:no names?\b|anonym\w+|anonim\w+|without (?:a |my |our |his |her )?names?|sin (?:mi |su |el |dar )?nombres?|(?:do ?n'?t|do not) (?:use|give|say|put|include|mention|need) (?:my|our|his|her|a|the)? ?names?|no (?:pongan?|digan?|den|usen) (?:mi|su|nuestro|el) nombre)`)

// notPrivate says that many may know.
var notPrivate = regexp.MustCompile(`\b(?:not|isn'?t|is ?n'?t|no|never|need ?n'?t|does ?n'?t|do ?n'?t|no es|no tiene que|no hace falta|no necesita|tampoco)(?: (?:es|be|need|have|has|want|to|it|this|that|at all|a|an|any|keep|mind|is|nada|ser|que|sea|need|needs|tiene|anything|really|so|in|en|is))* (?:private|privately|confidential|secret|privad[oa]|confidencial|secreto|privacy|privado|confidence|confianza)\b`)

// WantsPrivacy reports whether a folded text asks that few know.
func WantsPrivacy(folded string) bool {
	return private.MatchString(notPrivate.ReplaceAllString(folded, " "))
}

// WithoutName reports whether a folded text would not have a name told.
func WithoutName(folded string) bool { return withoutName.MatchString(folded) }
