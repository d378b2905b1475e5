package journal

import (
	"strings"

	"narthex/cache/compressed"
	"narthex/chat"
)

// longLog is from how many bytes on a log is compressed. Answers from stored facts are shorter, and compressing them saves too little.
const longLog = 1000

// logCodec compresses logs of turns. The example has what logs have in common; if it changes, its id must change.
var logCodec = compressed.New(1, `s{"turnId":"01a220ee-4ca7-705f-9536-4c66ca64392b","sessionId":"00000000-0000-4000-8000-000000000000","agent":"coordinator","language":"en","resumed":false}
t{"tier":4,"reason":"model"}
d{"text":"Gracias por su pregunta. "}
d{"text":" the "}
d{"text":" of "}
d{"text":" and "}
d{"text":" you "}
d{"text":" we "}
d{"text":" church"}
e{"finish":"stop","tier":4,"ms":424,"usage":{"promptTokens":12568,"cachedTokens":0,"completionTokens":40}}
`)

// endedLog is what is kept of a turn that has ended.
func endedLog(ref chat.TurnRef, log []byte) []byte {
	if len(log) >= longLog {
		log = logCodec.Compress(log)
	}
	return append(append([]byte(ref.Session.String()), '\n'), log...)
}

// openEndedLog is the reverse of endedLog.
func openEndedLog(kept string) ([]byte, error) {
	_, rest, _ := strings.Cut(kept, "\n")
	if log := []byte(rest); !compressed.Is(log) {
		return log, nil
	}
	return compressed.Open([]byte(rest))
}
