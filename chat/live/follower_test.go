package live

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
)

func TestAReaderThatLeavesTooMuchUnreadIsDropped(t *testing.T) {
	r := NewRun(context.Background(), chat.TurnRef{Turn: uuid.New()})
	f, _ := r.Follow(Place{})
	reader := NewReader(r.Ref.Turn, Place{}, f, false)
	defer reader.Close()
	line, err := AppendLine(nil, chat.DeltaEvent("word"))
	if err != nil {
		t.Fatal(err)
	}
	r.Append(line, false)
	if _, err := reader.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range maxLag/len(line) + 1 {
		r.Append(line, false)
	}
	if _, err := reader.Next(t.Context()); !errors.Is(err, ErrReaderSlow) {
		t.Errorf("got %v", err)
	}
	late, _ := r.Follow(Place{})
	if lines, err := late.Next(t.Context()); err != nil || len(lines) <= maxLag {
		t.Errorf("one who comes late gets %d bytes, %v", len(lines), err)
	}
}
