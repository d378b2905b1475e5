package alarm

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/tools"
)

// crisisRequest is what a church is told. A visitor who goes on about the same is told of once in a while; one who turns out
// to be in another danger, or a greater one, at once.
func crisisRequest(turn *chat.Turn) tools.Request {
	f, halfHour := turn.Finding, turn.Request.Received.Unix()/int64(reportAnew/time.Second)
	details := []tools.Line{{Label: "category", Text: string(f.Category)}, {Label: "subject", Text: string(f.About)}}
	if f.Minor {
		details = append(details, tools.Line{Label: "minor", Text: "yes"})
	}
	return tools.Request{
		ChurchID: turn.Church.ID, SessionID: turn.Request.SessionID, TurnID: turn.ID,
		Key: crisisKey(turn, halfHour), Before: crisisKey(turn, halfHour-1),
		Kind: tools.Crisis, Urgent: !f.Unsure, Message: turn.Request.Message, Details: details, At: turn.Request.Received,
		Origin: turn.Origin(), Safeguarding: f.ByClergy,
	}
}

// crisisKey is that of a danger in one half hour, the same on every node.
func crisisKey(turn *chat.Turn, halfHour int64) uuid.UUID {
	f := turn.Finding
	return tools.Key(turn.Request.SessionID, chat.ReasonCrisis, strings.Join([]string{
		turn.Church.ID.String(), string(f.Category), string(f.About), strconv.FormatBool(f.Unsure), strconv.FormatBool(f.Now), strconv.FormatBool(f.Minor), strconv.FormatBool(f.ByClergy),
		strconv.FormatInt(halfHour, 10),
	}, " "))
}

// mostAnswered bounds what is told of an answer, in bytes: whoever invents crises fills the disk with answers too.
const mostAnswered = 4000

// cutTo shortens to at most so many bytes.
func cutTo(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
