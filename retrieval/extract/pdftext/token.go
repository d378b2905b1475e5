package pdftext

import (
	"bytes"
	"math"
	"strconv"
)

// tokenizer reads a content stream or a CMap: both are made of operands followed by an operator.
type tokenizer struct {
	data []byte
	at   int
}

// token is an operand or an operator.
type token struct {
	kind  tokenKind
	text  string  // names without the slash, strings as their bytes, operators
	value float64 // numbers
	items []token // arrays; dictionaries as keys and values in turn
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	numberToken
	nameToken
	stringToken
	arrayToken
	dictToken
	operatorToken
	closeToken // ], >> or } without its beginning, or the one that ends what is being read
)

const (
	maxNesting = 40
	maxItems   = 100_000 // of one array or dictionary
)

func isSpace(b byte) bool {
	return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '\f' || b == 0
}

func isDelimiter(b byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), b) >= 0 }

func (t *tokenizer) skipSpace() {
	for t.at < len(t.data) {
		switch b := t.data[t.at]; {
		case isSpace(b):
			t.at++
		case b == '%':
			for t.at < len(t.data) && t.data[t.at] != '\n' && t.data[t.at] != '\r' {
				t.at++
			}
		default:
			return
		}
	}
}

// next returns the next token; damage is read as well as it can be, and never fails.
func (t *tokenizer) next() token { return t.read(0) }

func (t *tokenizer) read(depth int) token {
	t.skipSpace()
	if t.at >= len(t.data) {
		return token{}
	}
	b := t.data[t.at]
	switch b {
	case '/':
		t.at++
		return token{kind: nameToken, text: t.nameText()}
	case '(':
		t.at++
		return token{kind: stringToken, text: t.literal()}
	case '<':
		if t.at+1 < len(t.data) && t.data[t.at+1] == '<' {
			t.at += 2
			return token{kind: dictToken, items: t.items(depth)}
		}
		t.at++
		return token{kind: stringToken, text: t.hex()}
	case '[':
		t.at++
		return token{kind: arrayToken, items: t.items(depth)}
	case '>':
		t.at += min(2, len(t.data)-t.at)
		return token{kind: closeToken}
	case ']', '}', ')':
		t.at++
		return token{kind: closeToken}
	case '{':
		t.at++
		return token{kind: operatorToken, text: "{"}
	}
	word := t.word()
	if value, ok := parseNumber(word); ok {
		return token{kind: numberToken, value: value}
	}
	return token{kind: operatorToken, text: word}
}

func (t *tokenizer) word() string {
	start := t.at
	for t.at < len(t.data) && !isSpace(t.data[t.at]) && !isDelimiter(t.data[t.at]) {
		t.at++
	}
	return string(t.data[start:t.at])
}

// items reads up to the closing bracket. What is nested too deeply is read but not kept.
func (t *tokenizer) items(depth int) []token {
	var items []token
	for {
		var item token
		if depth < maxNesting {
			item = t.read(depth + 1)
		} else {
			t.at = len(t.data)
		}
		if item.kind == endToken || item.kind == closeToken {
			return items
		}
		if len(items) < maxItems {
			items = append(items, item)
		}
	}
}

// nameText resolves #xx.
func (t *tokenizer) nameText() string {
	word := t.word()
	if !bytes.ContainsRune([]byte(word), '#') {
		return word
	}
	var out []byte
	for i := 0; i < len(word); i++ {
		if word[i] == '#' && i+2 < len(word) {
			if v, err := strconv.ParseUint(word[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(v))
				i += 2
				continue
			}
		}
		out = append(out, word[i])
	}
	return string(out)
}

// literal reads a string in parentheses, which may hold others.
func (t *tokenizer) literal() string {
	var out []byte
	for depth := 1; t.at < len(t.data); t.at++ {
		b := t.data[t.at]
		switch b {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				t.at++
				return string(out)
			}
		case '\\':
			out = t.escape(out)
			continue
		}
		out = append(out, b)
	}
	return string(out)
}

// escape reads what stands after a backslash, up to its last byte.
func (t *tokenizer) escape(out []byte) []byte {
	t.at++
	if t.at >= len(t.data) {
		return out
	}
	b := t.data[t.at]
	if i := bytes.IndexByte([]byte("nrtbf"), b); i >= 0 {
		return append(out, "\n\r\t\b\f"[i])
	}
	switch {
	case b == '\r':
		if t.at+1 < len(t.data) && t.data[t.at+1] == '\n' {
			t.at++
		}
		return out
	case b == '\n':
		return out
	case b < '0' || b > '7':
		return append(out, b)
	}
	value := 0
	for i := 0; i < 3 && t.at < len(t.data) && t.data[t.at] >= '0' && t.data[t.at] <= '7'; i++ {
		value = value*8 + int(t.data[t.at]-'0')
		t.at++
	}
	t.at--
	return append(out, byte(value))
}

func (t *tokenizer) hex() string {
	var out []byte
	digits, value := 0, byte(0)
	for t.at < len(t.data) {
		b := t.data[t.at]
		t.at++
		if b == '>' {
			break
		}
		digit, ok := hexDigit(b)
		if !ok {
			continue
		}
		value = value<<4 | digit
		if digits++; digits%2 == 0 {
			out = append(out, value)
			value = 0
		}
	}
	if digits%2 == 1 {
		out = append(out, value<<4)
	}
	return string(out)
}

func hexDigit(b byte) (byte, bool) {
	switch {
	case b >= '0' && b <= '9':
		return b - '0', true
	case b >= 'a' && b <= 'f':
		return b - 'a' + 10, true
	case b >= 'A' && b <= 'F':
		return b - 'A' + 10, true
	}
	return 0, false
}

func parseNumber(word string) (float64, bool) {
	if word == "" || (word[0] < '0' || word[0] > '9') && word[0] != '-' && word[0] != '+' && word[0] != '.' {
		return 0, false
	}
	value, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, false
	}
	return value, true
}

// skipInlineImage moves past the data of an inline image, of which BI was just read.
func (t *tokenizer) skipInlineImage() {
	for {
		token := t.next()
		if token.kind == endToken {
			return
		}
		if token.kind == operatorToken && token.text == "ID" {
			break
		}
	}
	for t.at < len(t.data) {
		i := bytes.Index(t.data[t.at:], []byte("EI"))
		if i < 0 {
			t.at = len(t.data)
			return
		}
		end := t.at + i
		t.at = end + 2
		before := end == 0 || isSpace(t.data[end-1])
		after := t.at >= len(t.data) || isSpace(t.data[t.at])
		if before && after {
			return
		}
	}
}
