package alarm

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/tools"
)

// TellContact has a contact that a visitor left after a crisis kept on its request, and the church told of it, as surely as of
// the crisis itself. An error means that it is kept nowhere.
func (r *Reports) TellContact(ctx context.Context, turn *chat.Turn, phone, email string) error {
	request := crisisRequest(turn)
	request.Phone, request.Email, request.Before = phone, email, uuid.Nil
	request.Key = tools.Key(turn.Request.SessionID, "crisis_contact", strings.Join([]string{turn.Church.ID.String(), phone, email, whoHears(turn.Finding)}, " "))
	return r.tell(ctx, turn, request, false)
}

// whoHears tells the dangers apart of which others hear, or in another way: a number that went to the office goes again to the safeguarding
// contact, and one that came by an ordinary mail to those who are woken.
func whoHears(f *crisis.Finding) string {
	return strings.Join([]string{string(f.Category), string(f.About), strconv.FormatBool(f.Unsure), strconv.FormatBool(f.ByClergy)}, " ")
}
