package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// smsSender sends text messages by Twilio's REST API. Two requests of it are used, which net/http makes in a few lines;
// Twilio's own library brings several hundred files for all the others.
type smsSender struct {
	account  Twilio
	messages string // the address of the account's messages
	client   *http.Client
	timeout  time.Duration
}

// send sends the text and returns Twilio's id of it. If an earlier attempt may have gone through, Twilio is asked first:
// the reference in the text makes it known again.
func (t *smsSender) send(ctx context.Context, to, text string, mayHaveGone bool) (sid string, err error) {
	ctx, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	if mayHaveGone {
		if sid, err := t.find(ctx, to, text); err != nil || sid != "" {
			return sid, keepUncertain(err)
		}
	}
	form := url.Values{"To": {to}, "Body": {text}}
	if strings.HasPrefix(t.account.From, "MG") {
		form.Set("MessagingServiceSid", t.account.From)
	} else {
		form.Set("From", t.account.From)
	}
	var sent struct {
		SID string `json:"sid"`
	}
	if err := t.ask(ctx, http.MethodPost, t.messages, strings.NewReader(form.Encode()), &sent); err != nil {
		return "", err
	}
	return sent.SID, nil
}

// find returns the id of a message that was sent before, if there is one.
func (t *smsSender) find(ctx context.Context, to, text string) (sid string, err error) {
	var list struct {
		Messages []struct{ SID, To, Body string }
	}
	address := t.messages + "?" + url.Values{"To": {to}, "PageSize": {"100"}}.Encode() // newest first
	if err := t.ask(ctx, http.MethodGet, address, nil, &list); err != nil {
		return "", err
	}
	for _, message := range list.Messages {
		// A trial account puts a sentence of its own before the text.
		if message.To == to && strings.HasSuffix(message.Body, mark(text)) {
			return message.SID, nil
		}
	}
	return "", nil
}

// mark is the end of a text, which is the message's own. What stands before it may have changed since.
func mark(text string) string { return text[max(0, strings.LastIndexByte(text, '(')):] }

// keepUncertain says of a failed look for an earlier message that it is still not known whether there is one.
func keepUncertain(err error) error {
	if failure, ok := errors.AsType[*sendError](err); ok {
		failure.uncertain, failure.permanent = true, false
	}
	return err
}

const longestAnswer = 1 << 20 // bytes

// ask makes one request and reads its answer into value.
func (t *smsSender) ask(ctx context.Context, method, address string, body io.Reader, value any) error {
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return err
	}
	request.SetBasicAuth(t.account.AccountSID, t.account.AuthToken)
	if body != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	response, err := t.client.Do(request)
	if err != nil {
		return &sendError{err: fmt.Errorf("ask Twilio: %w", err), uncertain: method == http.MethodPost}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if response.StatusCode/100 != 2 {
		return twilioRefusal(response, content, method)
	}
	if err == nil {
		err = json.Unmarshal(content, value)
	}
	if err != nil {
		return &sendError{err: fmt.Errorf("read Twilio's answer: %w", err), uncertain: method == http.MethodPost}
	}
	return nil
}

// twilioRefusal tells what an answer means. A wrong token (401, 403) and a wrong account (404) are for operators to mend,
// and the message waits for that; other 4xx are about this message and will not change. After a 5xx nobody knows whether the
// message was taken.
func twilioRefusal(response *http.Response, content []byte, method string) error {
	var said struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(content, &said) // without them the status has to do
	failure := &sendError{
		err:   fmt.Errorf("Twilio answers %d (%d): %s", response.StatusCode, said.Code, cut(clean(said.Message), 200)),
		after: retryAfter(response.Header.Get("Retry-After")),
	}
	switch status := response.StatusCode; {
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound,
		status == http.StatusRequestTimeout || status == http.StatusTooManyRequests:
	case status >= 500:
		failure.uncertain = method == http.MethodPost
	default:
		failure.permanent = true
	}
	return failure
}

// retryAfter reads the header, in seconds or as a date; 0 without one.
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds > 0 {
		return time.Duration(min(seconds, 86_400)) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(date))
	}
	return 0
}

const twilioAPI = "https://api.twilio.com"

func newSMSSender(t Twilio, timeout time.Duration) (*smsSender, error) {
	if t.APIBase == "" {
		t.APIBase = twilioAPI
	}
	base, err := url.Parse(t.APIBase)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("TWILIO_API_BASE must be an address such as %s", twilioAPI)
	}
	if t.AuthToken == "" || t.From == "" {
		return nil, fmt.Errorf("TWILIO_ACCOUNT_SID needs TWILIO_AUTH_TOKEN and TWILIO_FROM too")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &smsSender{
		account: t, messages: strings.TrimSuffix(base.String(), "/") + "/2010-04-01/Accounts/" + url.PathEscape(t.AccountSID) + "/Messages.json",
		client: &http.Client{Transport: transport}, timeout: timeout,
	}, nil
}
