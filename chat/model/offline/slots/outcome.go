package slots

import (
	"time"

	"narthex/chat/model"
)

// Missing is a value without which a tool cannot be called.
type Missing struct {
	Kind    Kind
	Name    string    // of the parameter
	Asked   int       // how often in a row the visitor was asked for it and has not said it
	Differs time.Time // the date that they named with a weekday that it is not; the zero time: none
	Of      Thing     // what they want to come to, belong to or help with; the zero Thing: that is not it
	Among   []Thing   // of which of these they have to say which they mean
	Instead Thing     // what they named is not to be had, and Of is offered instead; the zero Thing: that is not so
}

// Outcome is what a message comes to. All are zero where no tool is wanted.
type Outcome struct {
	Calls    []model.ToolCall // without their ids
	Missing  *Missing         // what the visitor has to say first
	JustCome *Thing           // what they want to register for, and nobody has to
	Shut     *Thing           // what they want to join, and nobody can at the moment
}

// Nothing reports whether no tool is wanted.
func (o Outcome) Nothing() bool {
	return len(o.Calls) == 0 && o.Missing == nil && o.JustCome == nil && o.Shut == nil
}
