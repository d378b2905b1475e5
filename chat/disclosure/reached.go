package disclosure

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

var (
	// callsBack is all that is said by who wants to be called: no rescue is in it, and nobody else to be called.
	callsBack = regexp.MustCompile(`^(?:(?:hi|hello|hey|yes|ok|please|just|and|so|i|need|want|would|like|somebody|someone|to|you|can|could|will|have) )*(?:call|phone|ring|text) (?:me|us)(?: back)?(?: (?:please|back|again|today|tonight|tomorrow|later|soon|sometime|when you can|thanks|thank you|(?:about|regarding|on|at|before|after|this|next|in|between) [^,.;!?]{1,60}))*$`)
	ofRescue  = regexp.MustCompile(`\b(?:police|ambulance|911|help|doctor|hospital|scared|afraid|hurt|hurts|danger|emergency|urgent)\b`)

	// putsThrough is all that is said by who wants to speak to the church's people. To be connected with just anybody is asked of who can call.
	putsThrough = regexp.MustCompile(`^(?:(?:hola|buenas|buenos dias|buenas tardes|oiga|disculpe|por favor|si|pues|me|puede|puedes|podria|podrias|pueden|quiero|quisiera|necesito|gustaria|que) )*` +
		`(?:(?:hablar|pas(?:e|a|ar)(?:me)?)(?: por favor)? con (?:(?:un|una|otra) )?(?:persona|alguien)|(?:hablar|pas(?:e|a|ar)(?:me)?|comuni(?:que|ca|car)(?:me)?|conect(?:e|a|ar)(?:me)?)(?: por favor)? con (?:(?:el|la|un|una|algun|alguna|su) )?(?:pastora?|padre|sacerdote|cura|parroco|reverendo|operadora?|secretari[ao]|encargad[ao]|oficina))` +
		`(?: (?:de la iglesia|de la oficina|ahora|ya|por favor|porfa|porfavor|gracias|senorita|senora?))*$`)
)

// wantsToBeReached reports whether a message says no more than that its visitor wants to be called, or put through.
func wantsToBeReached(message string) bool {
	said := strings.Join(strings.FieldsFunc(words.Fold(message), func(r rune) bool { return strings.ContainsRune(" ,.;!¡?¿", r) }), " ")
	return callsBack.MatchString(said) && !ofRescue.MatchString(said) || putsThrough.MatchString(said)
}
