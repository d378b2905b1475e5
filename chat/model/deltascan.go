package model

// scan reads an event of a plain shape: one choice, whose index is 0, with text and nothing else that matters. It reports
// whether the event is one. Whatever it does not expect it leaves to the decoder, what is wrong included, so that it decides
// nothing: an event it reads, the decoder reads the same (FuzzDelta).
func (r *deltaReader) scan(event []byte) bool {
	r.delta = delta{text: r.delta.text[:0]}
	s := scanner{json: event}
	for name, more := s.firstMember(); more; name, more = s.nextMember() {
		switch string(name) {
		case `"choices"`:
			r.scanChoices(&s)
		case `"usage"`, `"error"`:
			s.null()
		default:
			s.skip(0)
		}
	}
	s.space()
	return !s.odd && s.at == len(s.json)
}

func (r *deltaReader) scanChoices(s *scanner) {
	if s.peek() == 'n' {
		s.null()
		return
	}
	s.take('[')
	if s.space(); s.peek() == ']' {
		s.at++
		return
	}
	r.scanChoice(s)
	s.space()
	s.take(']')
}

func (r *deltaReader) scanChoice(s *scanner) {
	finish := ""
	for name, more := s.firstMember(); more; name, more = s.nextMember() {
		switch string(name) {
		case `"index"`:
			s.take('0') // were it another number, no end of the member would follow
		case `"delta"`:
			r.scanDelta(s)
		case `"message"`:
			s.odd = true
		case `"finish_reason"`:
			finish = s.text()
		default:
			s.skip(0)
		}
	}
	r.delta.finish = finish
}

func (r *deltaReader) scanDelta(s *scanner) {
	for name, more := s.firstMember(); more; name, more = s.nextMember() {
		switch string(name) {
		case `"content"`, `"refusal"`:
			if s.peek() == 'n' {
				s.null()
			} else if literal := s.string(); !s.odd {
				r.delta.text, _ = appendUnquoted(r.delta.text, literal) // cannot fail: the literal has been checked
			}
		case `"tool_calls"`:
			s.null()
		default:
			s.skip(0)
		}
	}
}

// scanner reads JSON from left to right. Once odd it stays so, and everything it gives is void.
type scanner struct {
	json []byte
	at   int
	odd  bool
}

// peek gives the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.json) {
		return s.json[s.at]
	}
	return 0
}

func (s *scanner) take(b byte) {
	if s.peek() != b {
		s.odd = true
		return
	}
	s.at++
}

func (s *scanner) space() {
	for s.at < len(s.json) {
		switch s.json[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// firstMember enters an object and gives the literal of its first name; the value comes next. more is false at the end of
// the object, which is then read.
func (s *scanner) firstMember() (name []byte, more bool) {
	s.space()
	s.take('{')
	if s.space(); s.peek() == '}' {
		s.at++
		return nil, false
	}
	return s.name()
}

// nextMember goes on after the value of a member.
func (s *scanner) nextMember() (name []byte, more bool) {
	if s.space(); s.peek() == '}' {
		s.at++
		return nil, false
	}
	s.take(',')
	s.space()
	return s.name()
}

func (s *scanner) name() ([]byte, bool) {
	name := s.string()
	s.space()
	s.take(':')
	s.space()
	return name, !s.odd
}

// unescaped are the bytes that stand for themselves in a string. Bytes that are no UTF-8 are among them.
var unescaped = func() (bytes [256]bool) {
	for b := range bytes {
		bytes[b] = b >= ' ' && b != '"' && b != '\\'
	}
	return bytes
}()

// string reads a string and gives its literal.
func (s *scanner) string() []byte {
	start := s.at
	s.take('"')
	json, at := s.json, s.at
	for at < len(json) {
		b := json[at]
		switch {
		case unescaped[b]:
			at++
		case b == '"':
			s.at = at + 1
			return json[start:s.at]
		case b == '\\':
			length := escape(json[at:])
			if length == 0 {
				s.odd = true
				return nil
			}
			at += length
		default:
			s.odd = true
			return nil
		}
	}
	s.odd = true
	return nil
}

// escape tells how many bytes the escape at the start of text has, 0 if it is none.
func escape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
	default:
		return 0
	}
	if len(text) < 6 {
		return 0
	}
	for _, b := range text[2:6] {
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') && (b < 'A' || b > 'F') {
			return 0
		}
	}
	return 6
}

// text gives what a string stands for, "" where there is null.
func (s *scanner) text() string {
	if s.peek() == 'n' {
		s.null()
		return ""
	}
	literal := s.string()
	if s.odd {
		return ""
	}
	text, _ := appendUnquoted(nil, literal)
	return validText(text)
}

func (s *scanner) null() { s.word("null") }

func (s *scanner) word(word string) {
	if end := s.at + len(word); end <= len(s.json) && string(s.json[s.at:end]) == word {
		s.at = end
		return
	}
	s.odd = true
}

// maxSkipped is how deep a value may be that is passed over.
const maxSkipped = 8

// skip passes over a value.
func (s *scanner) skip(depth int) {
	switch b := s.peek(); {
	case b == '"':
		s.string()
	case b == 'n':
		s.null()
	case b == 't':
		s.word("true")
	case b == 'f':
		s.word("false")
	case b == '-', b >= '0' && b <= '9':
		s.number()
	case depth == maxSkipped:
		s.odd = true
	case b == '{':
		for _, more := s.firstMember(); more; _, more = s.nextMember() {
			s.skip(depth + 1)
		}
	case b == '[':
		s.skipArray(depth + 1)
	default:
		s.odd = true
	}
}

func (s *scanner) skipArray(depth int) {
	s.at++
	if s.space(); s.peek() == ']' {
		s.at++
		return
	}
	for !s.odd {
		s.skip(depth)
		if s.space(); s.peek() == ']' {
			s.at++
			return
		}
		s.take(',')
		s.space()
	}
}

func (s *scanner) number() {
	if s.peek() == '-' {
		s.at++
	}
	if s.peek() == '0' {
		s.at++
	} else {
		s.digits()
	}
	if s.peek() == '.' {
		s.at++
		s.digits()
	}
	if b := s.peek(); b == 'e' || b == 'E' {
		s.at++
		if b := s.peek(); b == '+' || b == '-' {
			s.at++
		}
		s.digits()
	}
}

// digits passes over one digit or more.
func (s *scanner) digits() {
	start := s.at
	for s.at < len(s.json) && s.json[s.at] >= '0' && s.json[s.at] <= '9' {
		s.at++
	}
	if s.at == start {
		s.odd = true
	}
}
