package offline

import (
	"testing"

	"narthex/chat/prompt"
	"narthex/retrieval/encoder"
)

// A creed comes near to many a trouble ("broke" is near to what is broken), and is no answer to it.
func TestNoCreedIsTheLikeliestAnswer(t *testing.T) {
	for text, may := range map[string]bool{
		"We believe that nobody can repair what is broken in us.":     false,
		"Creemos que nadie puede reparar lo que está roto.":           false,
		"The Deacons' Fund can help with a bill when money is short.": true,
	} {
		b := &briefing{language: english, contents: prompt.Contents{Texts: []prompt.Text{{Title: "Handbook", Content: text}}}}
		asked := encoder.Encode("im new in town and broke")
		if _, likely := newLibrary(b).likeliest(&asked, query{}, nil); likely > 0 != may {
			t.Errorf("%q is the answer with a likelihood of %.2f", text, likely)
		}
	}
}
