package offline_test

import (
	"strings"
	"testing"
)

const shallI = "Shall I pass this on to the people of Grace Harbor Church?"

func TestAPrivacyWishChangesTheCardThoughItIsAQuestion(t *testing.T) {
	for _, wish := range []string{"could only the pastor read it, please?", "¿puede quedar entre nosotros?", "can this stay between us?", "can you keep it just between you and me?", "would you keep it private?", "¿podría leerlo solo el pastor?", "could it please be confidential?"} {
		got := converse(t, "Could you pray for my sister? She has surgery on Thursday", wish)
		if len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"confidential":true`) || !strings.Contains(got.Calls[0].Arguments, "surgery") {
			t.Errorf("card, %q: %q %+v", wish, got.text(), got.Calls)
		}
		got = converse(t, "Can you pray for me?", wish, "My knee operation on Monday")
		if len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"confidential":true`) || !strings.Contains(got.Calls[0].Arguments, "knee") {
			t.Errorf("form, %q: %q %+v", wish, got.text(), got.Calls)
		}
	}
}

func TestWhatIsNoPrivacyWish(t *testing.T) {
	for _, said := range []string{"it's not private, tell the whole team", "no es privado", "please pray that there is peace between us", "it does not need to be confidential", "no tiene que ser privado", "it isn't a secret"} {
		got := converse(t, "Could you pray for my sister? She has surgery on Thursday. "+said)
		if len(got.Calls) != 1 || strings.Contains(got.Calls[0].Arguments, "confidential\":true") {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}
