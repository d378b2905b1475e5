package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// Shared is an answer that is the same for all who ask alike, and that they may keep if they ask each time whether it still holds:
// what changes is seen by everybody at once, and what did not costs a look.
type Shared struct {
	ContentType string
	Language    string // of the text; "" if it is in none
	Body        []byte
	Modified    time.Time // when what it is made of last changed; zero: not known
}

// Serve answers GET and HEAD, compressed where the client takes that, or says that the client has it already. An entity tag counts
// for more than a time, as RFC 9110 (13.1.3) has it: times are whole seconds.
func (s Shared) Serve(w http.ResponseWriter, r *http.Request) error {
	sum := sha256.Sum256(s.Body)
	header, body, etag := w.Header(), s.Body, hex.EncodeToString(sum[:12])
	header.Add("Vary", "Accept-Encoding")
	if s.Language != "" {
		header.Add("Vary", "Accept-Language")
		header.Set("Content-Language", s.Language)
	}
	if acceptsGzip(r) {
		packed, err := compressed(bytes.NewBuffer(bytes.Clone(body)))
		if err != nil {
			return err
		}
		body, etag = packed.Bytes(), etag+"-gzip"
		header.Set("Content-Encoding", "gzip")
	}
	etag = `"` + etag + `"`
	header.Set("ETag", etag)
	header.Set("Cache-Control", "public, no-cache")
	if !s.Modified.IsZero() {
		header.Set("Last-Modified", s.Modified.UTC().Format(http.TimeFormat))
	}
	if s.unchanged(r, etag) {
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	header.Set("Content-Type", s.ContentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}

func (s Shared) unchanged(r *http.Request, etag string) bool {
	if tags := r.Header.Get("If-None-Match"); tags != "" {
		return matches(tags, etag)
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	return err == nil && !s.Modified.IsZero() && !s.Modified.Truncate(time.Second).After(since)
}

// RenderShared sends a page that is the same for all who ask alike; see Shared.
func (p *Pages) RenderShared(w http.ResponseWriter, r *http.Request, language *Language, name string, data any, modified time.Time) error {
	body, err := p.execute(language, name, data)
	if err != nil {
		return err
	}
	return Shared{ContentType: "text/html; charset=utf-8", Language: language.Code, Body: body.Bytes(), Modified: modified}.Serve(w, r)
}
