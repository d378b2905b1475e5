package chat

import "github.com/google/uuid"

// Confirmation is a visitor's answer to a tool that asks them first.
type Confirmation struct {
	CallID uuid.UUID
	Accept bool
}

// ParseConfirmation reads one; accept is nil where the client said nothing.
func ParseConfirmation(callID string, accept *bool) (c Confirmation, err error) {
	if c.CallID, err = ParseID(callID); err != nil {
		return c, ErrInvalidCallID.Because(err)
	}
	if accept == nil {
		return c, ErrInvalidAnswer
	}
	c.Accept = *accept
	return c, nil
}
