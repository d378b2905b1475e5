package turns_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
)

func TestAChurchThatIsNotActiveAnswersInAPreview(t *testing.T) {
	var other uuid.UUID
	server := chattest.NewServer(t, func(c *chattest.Config) {
		c.Turns.Previewed = func(church uuid.UUID, token string) bool { return church != other && token == "good" }
	})
	opened, off := server.NewChurch(t), server.NewChurch(t)
	other = server.NewChurch(t)
	server.Exec(t, "update premium_churches set status = 'paused'")
	server.Exec(t, "update premium_churches set chatbot_enabled = false where church_id = $1", off)
	for _, asked := range []struct {
		name, token string
		church      uuid.UUID
		status      int
	}{
		{"with a preview", "good", opened, 200}, {"without", "", opened, 404}, {"with a forged one", "bad", opened, 404}, {"with another's", "good", other, 404},
		{"with the chatbot off", "good", off, 404},
	} {
		res, err := server.Post(t.Context(), asked.church, chattest.Question{Message: "Is there parking?", Preview: asked.token})
		chattest.Must(t, err)
		res.Body.Close()
		if res.StatusCode != asked.status {
			t.Errorf("%s: %d", asked.name, res.StatusCode)
		}
	}
}
