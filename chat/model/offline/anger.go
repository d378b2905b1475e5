package offline

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/slots"
	"narthex/chat/words"
)

// nowhereElse ends "I'm not coming back": until Sunday, or to a song, is no anger.
const nowhereElse = `(?:(?: (?:ever|again|here|to (?:this|your) (?:church|parish|place)))+\b|\W*$)`

var (
	// angry is said by somebody whom a church has let down.
	angry = regexp.MustCompile(`\b(?:hypocrites?|hypocritical|(?:your|this) hypocrisy|shame on (?:you|this church|your church)|ashamed of yourselves|(?:im|i am|i was|we are|were) (?:not|never) (?:ever )?coming back` + nowhereElse + `|(?:i|we|i and my family) (?:wont|will not|will never|never will) (?:ever )?(?:be|come|go) back` + nowhereElse + `|never set(?:ting)? foot|done with (?:this|your|the) (?:church|parish)|sick of (?:you|this church|your church)|` +
		`(?:so|really|very) (?:angry|mad|furious) (?:at|with) (?:you|you all|this church|your church|the church|the parish|the pastor|the priest|father \w+|pastor \w+)|(?:nobody|no one|not one of you|none of you) (?:even (?:came|called|visited|rang|asked)|(?:ever |at (?:the|your) church )?(?:came to (?:see|visit)|called (?:me|us|him|her)|visited|cared|cares|bothered))|you (?:all |people )?(?:let (?:me|us|him|her|my \w+) down|failed (?:me|us|him|her|my \w+))|` +
		`hipocritas?|que verguenza|(?:nunca|jamas) (?:mas )?(?:pienso |voy a )?(?:vuelvo|volver|volvere|regreso|regresar)|no (?:pienso |voy a )?(?:vuelvo|volver|volvere|regreso|regresar)(?: (?:mas|nunca|jamas|a (?:esta|su) iglesia)|\W*$)|nadie (?:(?:de (?:ustedes|la iglesia) )(?:vino|llamo|pregunto)|vino a (?:ver|visitar)|(?:la|lo|me|nos) (?:visito|llamo)|se preocupo)|(?:estoy|muy) (?:enojad[oa]|molest[oa]|furios[oa]) con (?:ustedes|la iglesia|el pastor|el padre))(?:\b|$)`)
	// takenBack is said by somebody who was.
	takenBack = regexp.MustCompile(`\b(?:sorry|apologi[sz]e) (?:for|about) (?:shouting|yelling|swearing|cursing|snapping|ranting|being (?:so )?(?:rude|angry|mad|harsh)|my (?:language|tone|outburst|temper)|the (?:language|rant|outburst))\b|\b(?:perdon|disculpen?|lo siento) por (?:gritar(?:les)?|el tono|mis palabras|enojarme|mi tono|insultar\w*|la groseria)\b`)
)

// toAnger answers somebody who is angry with the church, or sorry that they were: it argues about nothing, and names somebody who should hear
// it. "" for others.
func (b *briefing) toAnger() string {
	folded := strings.ReplaceAll(words.Fold(b.Question), "'", "")
	switch {
	case slots.AsksPlainly(folded): // about hypocrites in the Gospel
		return ""
	case takenBack.MatchString(folded):
		return b.say("no_offence") + " " + b.pastor()
	case angry.MatchString(folded):
		return b.say("anger") + " " + b.pastor()
	}
	return ""
}
