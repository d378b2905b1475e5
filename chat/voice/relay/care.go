package relay

import (
	"narthex/chat/church"
	"narthex/chat/crisis/reply"
	"narthex/chat/voice/speech"
)

// careSaid is what is said of the line of care that an answer in a language (BCP 47) ends with: it is not for who wants to hear more alone.
func careSaid(c *church.Snapshot, language, answer string) string {
	to := reply.Visitor{Church: c, Language: language, OnPhone: true}
	stream := speech.NewStream(language)
	stream.In(c.Address.Country)
	return stream.Write(to.CareAtEnd(answer)) + stream.Close()
}
