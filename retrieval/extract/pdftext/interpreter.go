package pdftext

import (
	"errors"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// errContent ends the reading of one page whose content asks for too much; what was read of it stays.
var errContent = errors.New("the page's content is too large")

const (
	maxOperands    = 500
	maxSavedStates = 500
)

// interpreter carries out the operators of a page that have to do with text.
type interpreter struct {
	*reader
	collected *fragments
	state     graphicsState
	saved     []graphicsState
	resources types.Dict
	operands  []token
	depth     int

	line, text matrix // text line matrix and text matrix

	marks       []mark
	hidden      int // marks around that hide what they hold
	replacement *string
}

// graphicsState is what q saves and Q restores.
type graphicsState struct {
	ctm                                                  matrix
	font                                                 *font
	fontSize, charSpace, wordSpace, scale, leading, rise float64
	scaleSet                                             bool
}

func (s graphicsState) horizontal() float64 {
	if s.scaleSet {
		return s.scale
	}
	return 1
}

// mark is a marked-content sequence that is open.
type mark struct {
	hides    bool // an artifact: running heads, page numbers
	replaces bool // ActualText stands for what it holds
}

// run carries out one content stream with its resources.
func (in *interpreter) run(content []byte, resources types.Dict, depth int) error {
	outer, outerDepth := in.resources, in.depth
	in.resources, in.depth = resources, depth
	defer func() { in.resources, in.depth = outer, outerDepth }()
	savedBefore := len(in.saved)
	t := &tokenizer{data: content}
	in.operands = in.operands[:0]
	for {
		token := t.next()
		switch token.kind {
		case endToken:
			in.saved = in.saved[:min(savedBefore, len(in.saved))] // a form must not leave the page in its own state
			return nil
		case operatorToken:
			if in.operators++; in.operators > maxOperators {
				return ErrTooLarge
			}
			if in.operators%10_000 == 0 && in.ctx.Err() != nil {
				return in.ctx.Err()
			}
			if token.text == "BI" {
				t.skipInlineImage()
			} else if err := in.operate(token.text); err != nil {
				return err
			}
			in.operands = in.operands[:0]
		case closeToken:
		default:
			if len(in.operands) < maxOperands {
				in.operands = append(in.operands, token)
			}
		}
	}
}

// number returns the i-th operand from the end.
func (in *interpreter) number(fromEnd int) float64 {
	if i := len(in.operands) - 1 - fromEnd; i >= 0 {
		return in.operands[i].value
	}
	return 0
}

func (in *interpreter) last() token {
	if len(in.operands) == 0 {
		return token{}
	}
	return in.operands[len(in.operands)-1]
}

func (in *interpreter) operandMatrix() matrix {
	return matrix{in.number(5), in.number(4), in.number(3), in.number(2), in.number(1), in.number(0)}
}

func (in *interpreter) operate(operator string) error {
	s := &in.state
	switch operator {
	case "q":
		if len(in.saved) < maxSavedStates {
			in.saved = append(in.saved, *s)
		}
	case "Q":
		if n := len(in.saved); n > 0 {
			*s, in.saved = in.saved[n-1], in.saved[:n-1]
		}
	case "cm":
		if m := in.operandMatrix().then(s.ctm); m.finite() {
			s.ctm = m
		}
	case "Do":
		return in.draw(in.last().text)
	case "gs":
		in.graphicsStateDict(in.last().text)
	case "BMC", "BDC":
		in.beginMark(operator)
	case "EMC":
		in.endMark()
	default:
		return in.operateText(operator)
	}
	return nil
}

// operateText carries out the text operators.
func (in *interpreter) operateText(operator string) error {
	s := &in.state
	switch operator {
	case "BT":
		in.line, in.text = identity, identity
	case "Tc":
		s.charSpace = in.number(0)
	case "Tw":
		s.wordSpace = in.number(0)
	case "Tz":
		s.scale, s.scaleSet = in.number(0)/100, true
	case "TL":
		s.leading = in.number(0)
	case "Ts":
		s.rise = in.number(0)
	case "Tf":
		if len(in.operands) >= 2 {
			s.font = in.fontNamed(in.operands[len(in.operands)-2].text)
			s.fontSize = in.number(0)
		}
	case "Tm":
		if m := in.operandMatrix(); m.finite() {
			in.line, in.text = m, m
		}
	case "TD":
		s.leading = -in.number(0)
		in.move(in.number(1), in.number(0))
	case "Td":
		in.move(in.number(1), in.number(0))
	case "T*":
		in.move(0, -s.leading)
	case "Tj":
		return in.show(in.last().text)
	case "'":
		in.move(0, -s.leading)
		return in.show(in.last().text)
	case `"`:
		s.wordSpace, s.charSpace = in.number(2), in.number(1)
		in.move(0, -s.leading)
		return in.show(in.last().text)
	case "TJ":
		return in.showSpaced(in.last().items)
	}
	return nil
}

func (in *interpreter) move(x, y float64) {
	if m := (matrix{1, 0, 0, 1, x, y}).then(in.line); m.finite() {
		in.line, in.text = m, m
	}
}

func (in *interpreter) showSpaced(items []token) error {
	for _, item := range items {
		switch item.kind {
		case stringToken:
			if err := in.show(item.text); err != nil {
				return err
			}
		case numberToken:
			in.advance(-item.value / 1000 * in.state.fontSize * in.state.horizontal())
		}
	}
	return nil
}

// advance moves along the line. Vertical writing is laid out as if it were horizontal, which reads in the same order.
func (in *interpreter) advance(distance float64) {
	if m := (matrix{1, 0, 0, 1, distance, 0}).then(in.text); m.finite() {
		in.text = m
	}
}

// show draws a string's glyphs one by one.
func (in *interpreter) show(raw string) error {
	s := &in.state
	if s.font == nil {
		return nil
	}
	for code := range s.font.codes(raw) {
		width := s.font.width(code.value)
		distance := (width/1000*s.fontSize + s.charSpace) * s.horizontal()
		if code.length == 1 && code.value == ' ' {
			distance += s.wordSpace * s.horizontal()
		}
		if err := in.glyph(s.font.unicode(code), width); err != nil {
			return err
		}
		in.advance(distance)
	}
	return nil
}

// glyph hands one glyph on, unless what is around it says otherwise.
func (in *interpreter) glyph(text string, width float64) error {
	s := &in.state
	if in.hidden > 0 {
		return nil
	}
	if in.replacement != nil {
		text, *in.replacement = *in.replacement, ""
	}
	in.textBytes += len(text)
	if in.textBytes > 2*in.limits.TextBytes { // twice: what is drawn twice is counted twice here, and kept once
		return ErrTooLarge
	}
	trm := (matrix{s.fontSize * s.horizontal(), 0, 0, s.fontSize, 0, s.rise}).then(in.text).then(s.ctm)
	if trm.finite() {
		in.collected.glyph(text, trm, width/1000, s.font.bold)
	}
	return nil
}

// draw carries out a form as if its content stood here.
func (in *interpreter) draw(name string) error {
	object := in.dict(in.resources["XObject"])[name]
	form := in.dict(object)
	if in.name(form["Subtype"]) != "Form" || in.depth >= maxFormDepth || in.hidden > 0 {
		return nil
	}
	resources := in.dict(form["Resources"])
	if resources == nil {
		resources = in.resources
	}
	before, line, text := in.state, in.line, in.text
	if a := in.array(form["Matrix"]); len(a) == 6 {
		var m matrix
		for i := range m {
			m[i] = in.reader.number(a[i])
		}
		if m = m.then(in.state.ctm); m.finite() {
			in.state.ctm = m
		}
	}
	err := in.run(in.stream(object), resources, in.depth+1)
	in.state, in.line, in.text = before, line, text
	return err
}

// graphicsStateDict takes the font that an external graphics state may set.
func (in *interpreter) graphicsStateDict(name string) {
	if a := in.array(in.dict(in.dict(in.resources["ExtGState"])[name])["Font"]); len(a) == 2 {
		in.state.font, in.state.fontSize = in.fontObject(a[0]), in.reader.number(a[1])
	}
}

func (in *interpreter) beginMark(operator string) {
	if len(in.operands) == 0 || len(in.marks) > maxSavedStates {
		in.marks = append(in.marks, mark{})
		return
	}
	m := mark{hides: in.operands[0].text == "Artifact"}
	if operator == "BDC" && in.replacement == nil && !m.hides {
		if text, ok := in.actualText(in.last()); ok {
			m.replaces, in.replacement = true, &text
		}
	}
	if m.hides {
		in.hidden++
	}
	in.marks = append(in.marks, m)
}

func (in *interpreter) endMark() {
	n := len(in.marks)
	if n == 0 {
		return
	}
	m := in.marks[n-1]
	in.marks = in.marks[:n-1]
	if m.hides {
		in.hidden--
	}
	if m.replaces {
		in.replacement = nil
	}
}

// actualText finds the text that stands for the marked content, in a dictionary in place or among the properties.
func (in *interpreter) actualText(properties token) (string, bool) {
	if properties.kind == nameToken {
		o := in.dict(in.dict(in.resources["Properties"])[properties.text])["ActualText"]
		return in.reader.text(o), o != nil
	}
	for i := 0; i+1 < len(properties.items); i += 2 {
		if properties.items[i].text == "ActualText" && properties.items[i+1].kind == stringToken {
			return decodeTextString([]byte(properties.items[i+1].text)), true
		}
	}
	return "", false
}
