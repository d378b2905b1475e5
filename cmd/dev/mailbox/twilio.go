package mailbox

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
)

// The part of Twilio's API (2010-04-01) that sends and lists messages.

// twilioMessage is a message as Twilio shows it.
type twilioMessage struct {
	SID    string `json:"sid"`
	To     string `json:"to"`
	From   string `json:"from"`
	Body   string `json:"body"`
	Status string `json:"status"`
}

func asTwilio(m Message) twilioMessage {
	return twilioMessage{SID: "SM" + strings.ReplaceAll(m.ID, "-", ""), To: m.To[0], From: m.From, Body: m.Text, Status: "queued"}
}

func (m *Mailbox) twilioRoutes(r chi.Router) {
	r.Post("/2010-04-01/Accounts/{account}/Messages.json", m.takeSMS)
	r.Get("/2010-04-01/Accounts/{account}/Messages.json", m.listSMS)
}

func (m *Mailbox) takeSMS(w http.ResponseWriter, r *http.Request) {
	fault := m.faults.next(kindSMS)
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	_ = r.ParseForm() // before waiting: a client that leaves is noticed only once its request has been read
	m.faults.hold(r.Context(), fault.Delay)
	if r.Context().Err() != nil {
		return // what was not taken before the client died is not taken after
	}
	if fault.Refuse != 0 {
		if fault.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(fault.RetryAfter))
		}
		twilioError(w, fault.Refuse, 20000+fault.Refuse, "the mailbox was told to refuse this")
		return
	}
	account, ok := signedIn(w, r)
	if !ok {
		return
	}
	sms := Message{
		Kind: kindSMS, From: r.PostFormValue("From"), To: []string{r.PostFormValue("To")}, Text: r.PostFormValue("Body"), account: account,
	}
	if sms.From == "" {
		sms.From = r.PostFormValue("MessagingServiceSid")
	}
	switch {
	case sms.To[0] == "":
		twilioError(w, http.StatusBadRequest, 21604, "A 'To' phone number is required.")
	case sms.Text == "":
		twilioError(w, http.StatusBadRequest, 21602, "Message body is required.")
	case sms.From == "":
		twilioError(w, http.StatusBadRequest, 21603, "A 'From' phone number is required.")
	default:
		sms = m.store.add(sms)
		m.faults.hold(r.Context(), fault.DelayReply)
		writeJSON(w, http.StatusCreated, asTwilio(sms))
	}
}

// listSMS answers with the account's messages, newest first.
func (m *Mailbox) listSMS(w http.ResponseWriter, r *http.Request) {
	account, ok := signedIn(w, r)
	if !ok {
		return
	}
	query := r.URL.Query()
	found := []twilioMessage{}
	messages, _ := m.store.list()
	for _, sms := range messages {
		if sms.Kind != kindSMS || sms.account != account || query.Has("To") && sms.To[0] != query.Get("To") {
			continue
		}
		found = append(found, asTwilio(sms))
	}
	writeJSON(w, http.StatusOK, map[string]any{"messages": found})
}

// signedIn takes any password, but it must be for the account in the path.
func signedIn(w http.ResponseWriter, r *http.Request) (account string, ok bool) {
	account = chi.URLParam(r, "account")
	user, password, _ := r.BasicAuth()
	if user != account || password == "" {
		twilioError(w, http.StatusUnauthorized, 20003, "Authenticate")
		return "", false
	}
	return account, true
}

func twilioError(w http.ResponseWriter, status, code int, message string) {
	writeJSON(w, status, map[string]any{"status": status, "code": code, "message": message})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the client has gone
}
