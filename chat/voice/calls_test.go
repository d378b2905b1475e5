package voice_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// TestWholeCalls plays the scripts in testdata/calls. How they are written says callertest.
func TestWholeCalls(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("testdata/calls/*.txt")
	chattest.Must(t, err)
	if len(scripts) == 0 {
		t.Fatal("there are no scripts")
	}
	x := newExchange(t, nil)
	x.church(t)
	for i, path := range scripts {
		name := filepath.Base(path)
		script, err := os.ReadFile(path)
		chattest.Must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
		err = x.service("CA"+string(rune('a'+i))).Play(ctx, string(script), func(words string) {
			x.Upstream.Script(modeltest.Reply(words))
		})
		cancel()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		x.WaitGauge(t, "narthex_voice_calls_open", 0)
	}
}
