package access

import (
	"time"

	"narthex/static/web"
)

var (
	errSignedOut = web.Refuse("unauthorized", "signed_out", "You are not signed in, or your session has ended. Please open the link that we mailed you.")
	errNotYours  = web.Refuse("forbidden", "not_allowed", "Your role in this church does not include this. Ask an admin of your church if you need it.")
	errNoChatbot = web.Refuse("invalid", "no_chatbot", "No chatbot configured.")
)

func tooMany(wait time.Duration) error {
	return web.Refuse("rate_limited", "too_many_requests", "Too many requests. Please wait a minute.").After(wait)
}
