package cache

// passing reports whether an answer names a day, or a moment, by how far it is from the one in which it is given: "tomorrow at 7
// PM". Kept, it would be wrong the day after. "Now" by itself says nothing of the kind, nor does the Spanish word for tomorrow
// where it means the morning.
func passing(answer string) bool {
	tokens := tokenise(answer)
	before := ""
	for i, t := range tokens {
		after := word(tokens, i+1)
		switch t.text {
		case "today", "tonight", "tomorrow", "yesterday", "ayer":
			return true
		case "evening":
			if before == "this" {
				return true
			}
		case "now":
			if momentary[before] {
				return true
			}
		case "hoy":
			if after != "en" || word(tokens, i+2) != "dia" { // nowadays
				return true
			}
		case "noche":
			if before == "esta" {
				return true
			}
		case "manana":
			if !beforeMorning[before] {
				return true
			}
		case "ahora":
			if after == "mismo" || momentary[before] {
				return true
			}
		}
		before = t.text
	}
	return false
}

var (
	// momentary is what makes a moment of "now".
	momentary = map[string]bool{"right": true, "open": true, "closed": true, "abierto": true, "abierta": true, "cerrado": true, "cerrada": true}
	// beforeMorning is what makes a morning of the Spanish word for tomorrow.
	beforeMorning = map[string]bool{"la": true, "una": true, "media": true, "cada": true, "toda": true, "buena": true}
)
