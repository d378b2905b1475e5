package relay

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat/signature"
)

// Ticket says for which call a socket is. It is part of the socket's address, which only the service is told.
type Ticket struct {
	Call   string    `json:"c"` // the service's name of it
	Church uuid.UUID `json:"h"`
	Called string    `json:"n"` // E.164
	Caller string    `json:"f"` // E.164; "" when it is not shown
	Until  int64     `json:"u"` // Unix seconds
	Began  int64     `json:"b"` // Unix seconds, when the call came in
	Again  int       `json:"a"` // how many times the call had lost its socket

	Greeting uuid.UUID `json:"g,omitzero"` // the line of the record that has what the service says first

	Language  string `json:"l,omitempty"` // ISO 639-1, that the caller is spoken to in; "" is the church's
	Unkept    bool   `json:"k,omitempty"` // what is said is not kept, as the church wanted when the call came in, and as the caller was not told
	Unreached bool   `json:"d,omitempty"` // they were to be put through, and nobody has answered
	Apart     bool   `json:"x,omitempty"` // they were to be put through, and have accused somebody who serves at the church
	Retold    bool   `json:"r,omitempty"` // the caller is told again what they did not hear to its end
}

// ticketLife is how long a socket may be opened after the call has come in.
const ticketLife = 5 * time.Minute

// signatureSize is how many bytes of it a ticket carries.
const signatureSize = 24

// Tickets makes and reads the tickets of a deployment, whose nodes share the key.
type Tickets struct {
	signer *signature.Signer
	now    func() time.Time
}

// NewTickets returns tickets signed with a key of 32 bytes or more.
func NewTickets(key []byte, now func() time.Time) (*Tickets, error) {
	signer, err := signature.New("narthex voice call", key)
	if err != nil {
		return nil, err
	}
	return &Tickets{signer, now}, nil
}

var errTicket = errors.New("this is no ticket for a call")

// Mint makes a ticket that is good from now on.
func (t *Tickets) Mint(ticket Ticket) string {
	ticket.Until = t.now().Add(ticketLife).Unix()
	said, _ := json.Marshal(ticket) // of texts and numbers
	return base64.RawURLEncoding.EncodeToString(append(t.signer.Sign(said)[:signatureSize], said...))
}

// Read gives what a ticket says, if it is ours and still good.
func (t *Tickets) Read(token string) (ticket Ticket, err error) {
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(data) <= signatureSize || !t.signer.Good(data[signatureSize:], data[:signatureSize]) {
		return Ticket{}, errTicket
	}
	if err := json.Unmarshal(data[signatureSize:], &ticket); err != nil {
		return Ticket{}, err
	}
	if t.now().Unix() >= ticket.Until {
		return Ticket{}, errTicket
	}
	return ticket, nil
}

// Session is the conversation of a call: the same on every node, and nobody else's to name.
func (t *Tickets) Session(ticket Ticket) uuid.UUID {
	return uuid.NewSHA1(ticket.Church, t.signer.Sign([]byte("session\x00"+ticket.Call)))
}
