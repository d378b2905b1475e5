package chattest

import (
	"testing"

	"narthex/chat/crisis"
	"narthex/chat/crisis/review"
	"narthex/chat/model/modeltest"
)

// What a second reader says.
var (
	SaysDanger  = modeltest.Reply(`{"meaning":"literal",`, `"danger":"despair","about":"visitor"}`)
	SaysFigure  = modeltest.Reply(`{"meaning":"figure_of_speech",`, `"danger":"none","about":"nobody"}`)
	SaysNothing = modeltest.Reply(`{"meaning":"something_else",`, `"danger":"none","about":"nobody"}`)
)

// InDoubt gives a message that the crisis gate lets pass and is in doubt about. What the gate knows grows, so there are several to
// choose from.
func InDoubt(t testing.TB) string {
	t.Helper()
	for _, message := range []string{
		"the kids will be fine without me", "I can't do this again", "they'd be fine without me", "no quiero seguir asi", "regale todo lo mio",
	} {
		if crisis.Read(message, nil).Doubtful {
			return message
		}
	}
	t.Fatal("the gate is in no doubt about any of them now: choose others")
	return ""
}

// Figure gives a figure of speech that the crisis gate takes for a danger.
func Figure(t testing.TB) string {
	t.Helper()
	for _, message := range []string{
		"this exam is making me want to kill myself lol", "I'm going to kill myself if the coffee runs out again 🤣",
		"If the choir sings that hymn one more time I'm going to shoot myself 😂", "I want to kill myself, this exam lol",
	} {
		if found, ok := crisis.Assess(message, nil); ok && review.MayLower(found, message, nil) {
			return message
		}
	}
	t.Fatal("the gate is sure of none of them now: choose others")
	return ""
}
