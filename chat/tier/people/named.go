package people

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/words"
)

// What may stand beside a name where nothing is said but who it was, and what must.
var (
	besideName = words.Set(`it was is s he she him that this the a man woman person one who whom did do it i think mean believe know yes no wait oh god please stop wasn t his her name by our your their at in of from church here parish priest pastor deacon teacher volunteer
		fue es era el la lo hizo quien no espere espera ay dios ella ese esa se llama su nombre del de por si creo que hombre mujer persona nuestro nuestra iglesia parroquia aqui al padre senor , .`)
	whoItWas = words.Set("was is s by did name fue es era hizo llama nombre por")
)

// namesWho reports whether a message says no more than which of the church's people it was: "It was Father Tomás."
func namesWho(c *church.Snapshot, message string) bool {
	if strings.ContainsAny(message, "?¿") {
		return false
	}
	n, t := namesOf(c), read(message)
	return slices.ContainsFunc(n.mentions(t), func(m mention) bool {
		says := false
		for i, at := range t {
			if i >= m.from && i < m.to {
				continue
			}
			if !besideName[at.word] && !at.ends() {
				return false
			}
			says = says || whoItWas[at.word]
		}
		return says && !n.mayBeSafeguarding(t, m)
	})
}

type safeguardingKey struct{}

// bySafeguarding reports whether a message says of who is there for safeguarding that they do harm.
func bySafeguarding(c *church.Snapshot, message string) bool {
	of := church.Derived(c, safeguardingKey{}, func() *names {
		n := &names{parts: make(map[string]bool)}
		n.add(untitled(c.Safeguarding.Name))
		return n
	})
	t := read(message)
	return slices.ContainsFunc(of.mentions(t), t.harmedBy)
}
