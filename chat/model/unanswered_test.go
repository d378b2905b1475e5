package model_test

import (
	"context"
	"slices"
	"testing"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
)

// A service bills a prompt that it has read, whatever became of the answer.
func TestWhoMayBillAPromptWithoutAnAnswerIsTold(t *testing.T) {
	silent := modeltest.Stream(modeltest.Silence())
	for name, test := range map[string]struct {
		primary, fallback modeltest.Behaviour
		told              []string
	}{
		"nobody where there is an answer":     {modeltest.Reply("one"), modeltest.Reply("two"), nil},
		"nobody where it was cut off":         {modeltest.Stream(modeltest.Text("one"), modeltest.Cut()), modeltest.Reply("two"), nil},
		"not who refused":                     {modeltest.Status(429), modeltest.Status(500), nil},
		"not who sends a prompt elsewhere":    {modeltest.Redirect(307, "http://192.0.2.1/"), modeltest.Reply("two"), nil},
		"who kept silent":                     {silent, modeltest.Reply("two"), []string{"primary"}},
		"who kept silent in the response":     {modeltest.Stream(modeltest.Role(), modeltest.Silence()), modeltest.Reply("two"), []string{"primary"}},
		"who broke off before the first word": {modeltest.Stream(modeltest.Role(), modeltest.Cut()), modeltest.Reply("two"), []string{"primary"}},
		"both":                                {silent, silent, []string{"primary", "fallback"}},
	} {
		t.Run(name, func(t *testing.T) {
			clients := map[string]*model.Client{}
			for service, behaviour := range map[string]modeltest.Behaviour{"primary": test.primary, "fallback": test.fallback} {
				up := modeltest.New(t)
				up.Default(behaviour)
				clients[service] = newClient(t, up, func(c *model.Config) {
					c.ChatModel = service
					if slices.Contains(test.told, service) { // the others answer, however busy the machine is
						c.Timeouts.FirstByte, c.Timeouts.Idle = patience, patience
					}
				})
			}
			both, err := model.NewFailover(clients["primary"], clients["fallback"], model.FailoverConfig{})
			if err != nil {
				t.Fatal(err)
			}
			if told := unanswered(t, t.Context(), both, nil); !slices.Equal(told, test.told) {
				t.Errorf("told of %q, want %q", told, test.told)
			}
		})
	}
	t.Run("who was stopped before the first word", func(t *testing.T) {
		up := modeltest.New(t)
		up.Default(silent)
		ctx, stop := context.WithCancel(withLimit(t))
		if told := unanswered(t, ctx, newClient(t, up), func() {
			if err := up.WaitChat(ctx); err != nil {
				t.Error(err)
			}
			stop()
		}); !slices.Equal(told, []string{"test-chat"}) {
			t.Errorf("told of %q", told)
		}
		if told := unanswered(t, ctx, newClient(t, up), nil); told != nil || up.Counts().Chats != 1 {
			t.Errorf("told of %q, who was not asked", told)
		}
	})
	t.Run("not who cannot be reached", func(t *testing.T) {
		nowhere := newClient(t, modeltest.New(t), func(c *model.Config) { c.BaseURL = "http://127.0.0.1:1/v1" })
		if told := unanswered(t, t.Context(), nowhere, nil); told != nil {
			t.Errorf("told of %q", told)
		}
	})
}

// unanswered asks a question, does something meanwhile, and gives what the request heard.
func unanswered(t *testing.T, ctx context.Context, streamer model.Streamer, meanwhile func()) (told []string) {
	t.Helper()
	request := question()
	request.Unanswered = func(name string) { told = append(told, name) }
	done := make(chan struct{})
	go func() {
		defer close(done)
		if meanwhile != nil {
			meanwhile()
		}
	}()
	collect(t, streamer.Stream(ctx, request))
	<-done
	return told
}
