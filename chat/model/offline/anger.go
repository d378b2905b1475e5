package offline

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

var (
	// angry is said by somebody whom a church has let down.
	angry = regexp.MustCompile(`\b(?:hypocrites?|hypocritical|hypocrisy|shame on (?:you|this church|your church)|ashamed of yourselves|(?:not|never) (?:ever )?coming back|(?:wont|will not|will never) (?:be|come|go) back|never set(?:ting)? foot|done with (?:this|your|the) (?:church|parish)|sick of (?:you|this church|your church)|` +
		`(?:so|really|very) (?:angry|mad|furious) (?:at|with) (?:you|you all|this church|your church|the church|the parish|the pastor|the priest|father \w+|pastor \w+)|(?:nobody|no one|not one of you|none of you) (?:even (?:came|called|visited|rang|asked)|(?:ever |at (?:the|your) church )?(?:came to (?:see|visit)|called (?:me|us|him|her)|visited|cared|cares|bothered))|you (?:all |people )?(?:let (?:me|us|him|her|my \w+) down|failed (?:me|us|him|her|my \w+))|` +
		`hipocritas?|que verguenza|(?:no|nunca|jamas) (?:pienso |voy a |mas )?(?:vuelvo|volver|volvere|regreso|regresar)(?: mas| nunca| jamas)?|nadie (?:de (?:ustedes|la iglesia) )?(?:vino|llamo|(?:la|lo|me|nos) (?:visito|llamo)|se preocupo)|(?:estoy|muy) (?:enojad[oa]|molest[oa]|furios[oa]) con (?:ustedes|la iglesia|el pastor|el padre))\b`)
	// takenBack is said by somebody who was.
	takenBack = regexp.MustCompile(`\b(?:sorry|apologi[sz]e) (?:for|about) (?:shouting|yelling|swearing|cursing|snapping|ranting|being (?:so )?(?:rude|angry|mad|harsh)|my (?:language|tone|outburst|temper)|the (?:language|rant|outburst))\b|\b(?:perdon|disculpen?|lo siento) por (?:gritar(?:les)?|el tono|mis palabras|enojarme|mi tono|insultar\w*|la groseria)\b`)
)

// toAnger answers somebody who is angry with the church, or sorry that they were: it argues about nothing, and names somebody who should hear
// it. "" for others.
func (b *briefing) toAnger() string {
	folded := strings.ReplaceAll(words.Fold(b.question), "'", "")
	switch {
	case takenBack.MatchString(folded):
		return b.say("no_offence") + " " + b.pastor()
	case angry.MatchString(folded):
		return b.say("anger") + " " + b.pastor()
	}
	return ""
}
