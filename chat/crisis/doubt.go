package crisis

// The band of scores in which a message is worth reading twice: so little below what the model needs to find something. It is
// as wide as one ordinary question in fifty allows, see doubt_test.go.
const (
	doubtfulBelow   = 0.7 // what is needed
	doubtfulInShort = 1.8 // the same for a short message, of which much more is asked
)

// doubtfulWithin is the width of the band for a message.
func doubtfulWithin(r *reading) float32 {
	if len(r.words) < shortMessage {
		return doubtfulInShort
	}
	return doubtfulBelow
}
