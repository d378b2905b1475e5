package journal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/panics"
)

func TestALogThatHasEndedComesBackAsItWas(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	var long strings.Builder
	for i := range 200 {
		fmt.Fprintf(&long, "d{\"text\":\"word %d \"}\n", i)
	}
	for name, log := range map[string]string{"short": "d{\"text\":\"At nine.\"}\n", "long": long.String(), "none": ""} {
		for way, end := range map[string]func(a Acceptance){
			"answered at once": func(a Acceptance) {
				a.Log = []byte(log)
				accept(t, j, a)
			},
			"finished": func(a Acceptance) {
				answer := *a.Answer
				a.Answer, a.Log, a.Payload = nil, nil, []byte("{}")
				accept(t, j, a)
				for range 2 { // again, as when the reply was lost
					if ours, err := j.Finish(t.Context(), a.Ref, &a.Question, answer, []byte(log)); !ours || err != nil {
						t.Fatalf("%v, %v", ours, err)
					}
				}
			},
		} {
			a := ofChurch(uuid.New())
			end(a)
			state, kept, err := j.Follow(t.Context(), a.Ref, 0)
			if state != Ended || err != nil || string(kept) != log {
				t.Errorf("%s, %s: %s, %.60q, %v", name, way, state, kept, err)
			}
			if takes := client.StrLen(t.Context(), turnKey(a.Ref.Church, a.Ref.Turn)+":log").Val(); name == "long" && takes > int64(len(log)/3) {
				t.Errorf("%s, %s: %d bytes take %d", name, way, len(log), takes)
			}
			stranger := a.Ref
			stranger.Session = uuid.New()
			if state, kept, err := j.Follow(t.Context(), stranger, 0); state != Unknown || len(kept) > 0 || err != nil {
				t.Errorf("%s, %s: another session is told %s, %.60q, %v", name, way, state, kept, err)
			}
		}
	}
}
