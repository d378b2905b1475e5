package mailbox

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// deepest is how many parts within parts are looked into.
const deepest = 5

// parse takes a mail apart as far as it is to be shown. A mail that is none is shown as it came.
func parse(raw []byte) Message {
	m := Message{Kind: kindMail, Raw: string(raw)}
	parsed, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		m.Text = m.Raw
		return m
	}
	m.Headers = make(map[string][]string)
	for name, values := range parsed.Header {
		for _, value := range values {
			m.Headers[name] = append(m.Headers[name], decode(value))
		}
	}
	header := func(name string) string { return decode(parsed.Header.Get(name)) }
	m.From, m.Subject, m.MessageID = header("From"), header("Subject"), strings.Trim(header("Message-Id"), "<>")
	m.take(parsed.Header.Get("Content-Type"), parsed.Header.Get("Content-Transfer-Encoding"), parsed.Body, 0)
	return m
}

// decode reads encoded words; what cannot be read stays as it is.
func decode(header string) string {
	text, err := new(mime.WordDecoder).DecodeHeader(header)
	if err != nil {
		return header
	}
	return text
}

// take adds a part's text, or that of its parts.
func (m *Message) take(contentType, encoding string, body io.Reader, depth int) {
	media, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		media = "text/plain"
	}
	if strings.HasPrefix(media, "multipart/") && depth < deepest {
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err != nil {
				return
			}
			m.take(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part, depth+1)
		}
	}
	switch strings.ToLower(encoding) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	content, _ := io.ReadAll(body) // of a broken part, what can be read
	text := strings.ToValidUTF8(string(content), "\uFFFD")
	switch {
	case media == "text/html" && m.HTML == "":
		m.HTML = text
	case strings.HasPrefix(media, "text/") && m.Text == "":
		m.Text = text
	}
}
