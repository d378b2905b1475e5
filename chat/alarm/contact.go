package alarm

import (
	"context"

	"narthex/chat"
	"narthex/chat/tools"
)

// TellContact has a contact that a visitor left after a crisis kept on its request, and the church told of it, as surely as of
// the crisis itself. An error means that it is kept nowhere.
func (r *Reports) TellContact(ctx context.Context, turn *chat.Turn, phone, email string) error {
	request := crisisRequest(turn)
	request.Phone, request.Email = phone, email
	request.Key = tools.Key(turn.Request.SessionID, "crisis_contact", turn.Church.ID.String()+" "+phone+" "+email)
	return r.tell(ctx, turn, request, false)
}
