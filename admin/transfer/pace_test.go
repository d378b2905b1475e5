package transfer

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

func TestAnUploadHasItsTimeForEachStep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var deadlines []time.Duration
		body := &paced{
			ReadCloser: io.NopCloser(bytes.NewReader(make([]byte, 5*stepSize/2))), end: begun.Add(25 * time.Second),
			deadline: func(at time.Time) error { deadlines = append(deadlines, at.Sub(begun)); return nil },
		}
		if err := body.step(); err != nil {
			t.Fatal(err)
		}
		for piece := make([]byte, stepSize/4); ; time.Sleep(2 * time.Second) {
			if _, err := body.Read(piece); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		want := []time.Duration{15 * time.Second, 21 * time.Second, 25 * time.Second} // after 0, 6 and 14 seconds, and not beyond the end
		if len(deadlines) != len(want) {
			t.Fatalf("%v", deadlines)
		}
		for i := range want {
			if deadlines[i] != want[i] {
				t.Errorf("step %d: until %v, not %v", i, deadlines[i], want[i])
			}
		}
	})
}
