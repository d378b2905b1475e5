package notify

import (
	"errors"
	"net/textproto"
	"regexp"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// handOver gives a connection one mail. Each answer but the last may take as long as connecting did. The last one stands for the whole
// mail, which a server may look at for minutes and keep all the same (RFC 5321, 4.5.3.2.6): who hangs up before it has come sends that
// mail again.
func (m *mailer) handOver(connection *smtp.Client, msg *mail.Msg) error {
	from, err := msg.GetSender(false)
	if err != nil {
		return err
	}
	recipients, err := msg.GetRecipients()
	if err != nil {
		return err
	}
	if err := errors.Join(connection.UpdateDeadline(m.timeout), connection.Mail(from)); err != nil {
		return &sendError{err: err}
	}
	for _, recipient := range recipients {
		if err := errors.Join(connection.UpdateDeadline(m.timeout), connection.Rcpt(recipient)); err != nil {
			return refusal(err, ofRecipient)
		}
	}
	if err := connection.UpdateDeadline(m.timeout); err != nil {
		return err
	}
	content, err := connection.Data()
	if err != nil {
		return refusal(err, ofStart)
	}
	if err := connection.UpdateDeadline(m.timeout); err != nil {
		return err
	}
	if _, err := msg.WriteTo(content); err != nil {
		return &sendError{err: err} // it is not taken without its end
	}
	if err := errors.Join(connection.UpdateDeadline(m.lastAnswer), content.Close()); err != nil {
		return refusal(err, ofContent)
	}
	return nil
}

// refused is what a server was given when it refused.
type refused int

const (
	ofRecipient refused = iota
	ofStart             // before anything of the content was sent
	ofContent
)

// refusal tells what it means that a recipient or the content was not taken. No answer to the content leaves it open whether it was.
func refusal(err error, what refused) error {
	answer, ok := errors.AsType[*textproto.Error](err)
	if !ok {
		return &sendError{err: err, uncertain: what == ofContent}
	}
	return &sendError{err: err, refused: answer.Code >= 500, permanent: isForGood(answer, what)}
}

// enhanced is the status code of RFC 3463 that an answer begins with: its subject and its detail.
var enhanced = regexp.MustCompile(`^5\.(\d{1,3})\.(\d{1,3})\b`)

// isForGood reports whether a server would say the same tomorrow, because it is about the recipient or the mail itself. Relays refuse at the
// same place, and with the same three digits, what they will take again once an operator has done something: the account is suspended, its
// address not confirmed, its quota used up, our server on a block list. Such a mail waits.
func isForGood(answer *textproto.Error, what refused) bool {
	if answer.Code < 500 {
		return false
	}
	if code := enhanced.FindStringSubmatch(answer.Msg); code != nil && code[1] != "0" {
		switch code[1] {
		case "1": // an address: 7 and 8 are the sender's
			return code[2] != "7" && code[2] != "8"
		case "2", "6": // the mailbox, the content
			return true
		}
		return false
	}
	switch answer.Code {
	case 550, 551, 553:
		return what == ofRecipient
	case 552:
		return what == ofContent
	}
	return false
}
