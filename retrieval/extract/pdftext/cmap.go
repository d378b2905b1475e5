package pdftext

import (
	"sort"
	"unicode/utf16"
)

// cmap maps character codes: to text (a ToUnicode CMap) or to CIDs (a composite font's encoding).
type cmap struct {
	spaces []codeSpace
	texts  map[code]string
	cids   map[uint32]uint32
	ranges []cmapRange // sorted by lo once parsed
}

// codeSpace says that codes from lo to hi have so many bytes.
type codeSpace struct {
	length int
	lo, hi uint32
}

// cmapRange maps successive codes to successive texts or CIDs.
type cmapRange struct {
	length int
	lo, hi uint32
	text   []uint16 // of lo; empty: a CID range
	cid    uint32   // of lo
}

const maxMappings = 70_000

func parseCMap(data []byte) *cmap {
	m := &cmap{texts: make(map[code]string), cids: make(map[uint32]uint32)}
	t := &tokenizer{data: data}
	var operands []token
	for {
		token := t.next()
		switch {
		case token.kind == endToken:
			sort.SliceStable(m.ranges, func(i, j int) bool { return m.ranges[i].lo < m.ranges[j].lo })
			return m
		case token.kind == operatorToken:
			m.operate(token.text, operands)
			operands = operands[:0]
		case len(operands) < 4*maxMappings:
			operands = append(operands, token)
		}
	}
}

func (m *cmap) operate(operator string, operands []token) {
	switch operator {
	case "endcodespacerange":
		for i := 0; i+1 < len(operands) && len(m.spaces) < 100; i += 2 {
			lo, length := codeOf(operands[i].text)
			hi, _ := codeOf(operands[i+1].text)
			if length > 0 {
				m.spaces = append(m.spaces, codeSpace{length, lo, hi})
			}
		}
	case "endbfchar":
		for i := 0; i+1 < len(operands) && len(m.texts) < maxMappings; i += 2 {
			value, length := codeOf(operands[i].text)
			m.texts[code{value, length}] = string(utf16.Decode(units(operands[i+1].text)))
		}
	case "endbfrange":
		for i := 0; i+2 < len(operands); i += 3 {
			m.textRange(operands[i], operands[i+1], operands[i+2])
		}
	case "endcidchar":
		for i := 0; i+1 < len(operands) && len(m.cids) < maxMappings; i += 2 {
			value, _ := codeOf(operands[i].text)
			m.cids[value] = uint32(operands[i+1].value)
		}
	case "endcidrange":
		for i := 0; i+2 < len(operands) && len(m.ranges) < maxMappings; i += 3 {
			lo, length := codeOf(operands[i].text)
			hi, _ := codeOf(operands[i+1].text)
			m.ranges = append(m.ranges, cmapRange{length: length, lo: lo, hi: hi, cid: uint32(operands[i+2].value)})
		}
	}
}

func (m *cmap) textRange(from, to, target token) {
	lo, length := codeOf(from.text)
	hi, _ := codeOf(to.text)
	if target.kind == arrayToken {
		for i, item := range target.items {
			if len(m.texts) >= maxMappings {
				return
			}
			m.texts[code{lo + uint32(i), length}] = string(utf16.Decode(units(item.text)))
		}
		return
	}
	if text := units(target.text); len(text) > 0 && len(m.ranges) < maxMappings {
		m.ranges = append(m.ranges, cmapRange{length: length, lo: lo, hi: hi, text: text})
	}
}

// codeOf reads a code of one to four bytes.
func codeOf(raw string) (value uint32, length int) {
	for i := 0; i < len(raw) && i < 4; i++ {
		value = value<<8 | uint32(raw[i])
		length++
	}
	return value, length
}

// units reads UTF-16BE; a single byte stands for itself.
func units(raw string) []uint16 {
	if len(raw) == 1 {
		return []uint16{uint16(raw[0])}
	}
	var u []uint16
	for i := 0; i+1 < len(raw) && i < 128; i += 2 {
		u = append(u, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	return u
}

// find returns the range that holds a value: the last that begins at or before it, or one shortly before that one.
func (m *cmap) find(value uint32) (cmapRange, bool) {
	i := sort.Search(len(m.ranges), func(i int) bool { return m.ranges[i].lo > value })
	for back := 0; back < 4 && i > 0; back++ { // ranges overlap in careless files
		i--
		if r := m.ranges[i]; r.lo <= value && value <= r.hi {
			return r, true
		}
	}
	return cmapRange{}, false
}

func (m *cmap) lookup(c code) (string, bool) {
	if text, ok := m.texts[c]; ok {
		return text, true
	}
	r, ok := m.find(c.value)
	if !ok || len(r.text) == 0 || r.length != c.length {
		return "", false
	}
	text := append([]uint16(nil), r.text...)
	text[len(text)-1] += uint16(c.value - r.lo)
	return string(utf16.Decode(text)), true
}

func (m *cmap) cid(value uint32) uint32 {
	if cid, ok := m.cids[value]; ok {
		return cid
	}
	if r, ok := m.find(value); ok && len(r.text) == 0 {
		return r.cid + value - r.lo
	}
	return value
}

// next takes the next code off a string, as long as the code spaces say.
func (m *cmap) next(raw string) code {
	for length := 1; length <= 4 && length <= len(raw); length++ {
		value, _ := codeOf(raw[:length])
		for _, s := range m.spaces {
			if s.length == length && s.lo <= value && value <= s.hi {
				return code{value, length}
			}
		}
	}
	length := min(2, len(raw))
	value, _ := codeOf(raw[:length])
	return code{value, length}
}
