package pdftext

import (
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// These read an object whether it stands in place or is referred to. What is of another kind than asked for is as good as
// missing: damaged files are read as far as they can be.

func (r *reader) resolve(o types.Object) types.Object {
	for range 8 { // a reference to a reference is rare; a longer chain is a trick
		ref, ok := o.(types.IndirectRef)
		if !ok {
			return o
		}
		resolved, err := r.file.Dereference(ref)
		if err != nil {
			return nil
		}
		o = resolved
	}
	return nil
}

func (r *reader) dict(o types.Object) types.Dict {
	switch d := r.resolve(o).(type) {
	case types.Dict:
		return d
	case types.StreamDict:
		return d.Dict
	case *types.StreamDict:
		return d.Dict
	}
	return nil
}

// stream returns the unpacked bytes of a stream, as far as they can be unpacked.
func (r *reader) stream(o types.Object) []byte {
	var stream types.StreamDict
	switch s := r.resolve(o).(type) {
	case types.StreamDict:
		stream = s
	case *types.StreamDict:
		stream = *s
	default:
		return nil
	}
	if err := stream.DecodeWithLimit(r.limits.StreamBytes); err != nil {
		return nil
	}
	return stream.Content
}

func (r *reader) array(o types.Object) types.Array {
	a, _ := r.resolve(o).(types.Array)
	return a
}

func (r *reader) name(o types.Object) string {
	n, _ := r.resolve(o).(types.Name)
	return string(n)
}

func (r *reader) number(o types.Object) float64 {
	switch n := r.resolve(o).(type) {
	case types.Integer:
		return float64(n)
	case types.Float:
		return float64(n)
	}
	return 0
}

// text returns a string object as text: UTF-16 or UTF-8 with its mark, else PDFDocEncoding.
func (r *reader) text(o types.Object) string {
	var raw []byte
	var err error
	switch s := r.resolve(o).(type) {
	case types.StringLiteral:
		raw, err = types.Unescape(string(s))
	case types.HexLiteral:
		raw, err = s.Bytes()
	default:
		return ""
	}
	if err != nil {
		return ""
	}
	return decodeTextString(raw)
}

// box reads a rectangle with its corners in order; one without an area is replaced.
func (r *reader) box(o types.Object, otherwise [4]float64) [4]float64 {
	a := r.array(o)
	if len(a) != 4 {
		return otherwise
	}
	x0, y0, x1, y1 := r.number(a[0]), r.number(a[1]), r.number(a[2]), r.number(a[3])
	b := [4]float64{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
	if b[2]-b[0] < 1 || b[3]-b[1] < 1 {
		return otherwise
	}
	return b
}
