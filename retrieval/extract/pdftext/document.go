package pdftext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Why a file was not read, besides being damaged.
var (
	ErrEncrypted = errors.New("the PDF needs a password")
	ErrTooLarge  = errors.New("the PDF holds more than may be read")
)

// Limits bound what is read of one file.
type Limits struct {
	Pages       int
	TextBytes   int   // of all pages
	StreamBytes int64 // of one content stream, unpacked
}

// Document is what a PDF says about itself, and its pages.
type Document struct {
	Title    string
	Language string // as the file has it, such as en-US
	Pages    []Page
}

// Page is the text of one page in reading order.
type Page struct {
	Width, Height float64 // as displayed, in points
	Lines         []Line
}

// Operators of all pages together, and how deep forms may draw forms: a small file can ask for very much by drawing the
// same form again and again.
const (
	maxOperators = 20_000_000
	maxFormDepth = 12
	maxTreeDepth = 60
)

func init() {
	model.ConfigPath = "disable" // a server has no use for a configuration folder in somebody's home
}

// Read reads the whole document. It fails with ErrEncrypted, ErrTooLarge, the context's error, or another error when the
// file is damaged beyond repair.
func Read(ctx context.Context, content []byte, limits Limits) (*Document, error) {
	conf := model.NewDefaultConfiguration()
	conf.ValidationMode = model.ValidationRelaxed
	conf.Offline = true
	conf.Limits.MaxDecodeBytes = limits.StreamBytes
	conf.Limits.MaxStreamBytes = limits.StreamBytes
	conf.Limits.MaxObjectCount = 1_000_000
	conf.Limits.MaxXRefEntries = 1_000_000
	conf.Limits.MaxObjectStreamCount = 100_000
	file, err := pdfcpu.ReadWithContext(ctx, bytes.NewReader(content), conf)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, pdfcpu.ErrWrongPassword), errors.Is(err, pdfcpu.ErrUnsupportedEncryptionFeature):
		return nil, ErrEncrypted
	case err != nil:
		return nil, fmt.Errorf("open the PDF: %w", err)
	}
	r := &reader{ctx: ctx, file: file, limits: limits, fonts: make(map[int]*font)}
	return r.document()
}

// reader reads one document.
type reader struct {
	ctx       context.Context
	file      *model.Context
	limits    Limits
	fonts     map[int]*font // by object number
	operators int
	textBytes int
}

func (r *reader) document() (*Document, error) {
	catalog := r.dict(*r.file.Root)
	if catalog == nil {
		return nil, errors.New("the PDF has no catalog")
	}
	d := &Document{Language: r.text(catalog["Lang"])}
	if r.file.Info != nil {
		d.Title = strings.TrimSpace(r.text(r.dict(*r.file.Info)["Title"]))
	}
	err := r.walk(catalog["Pages"], pageAttributes{}, 0, make(map[int]bool), func(page types.Dict, inherited pageAttributes) error {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if len(d.Pages) == r.limits.Pages {
			return ErrTooLarge
		}
		p, err := r.page(page, inherited)
		d.Pages = append(d.Pages, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// pageAttributes are what a page may have from the nodes above it.
type pageAttributes struct {
	resources, mediaBox, cropBox, rotate types.Object
}

func (a pageAttributes) with(node types.Dict) pageAttributes {
	for key, value := range map[string]*types.Object{"Resources": &a.resources, "MediaBox": &a.mediaBox, "CropBox": &a.cropBox, "Rotate": &a.rotate} {
		if own := node[key]; own != nil {
			*value = own
		}
	}
	return a
}

// walk visits the leaves of the page tree in order. A node that is met again is a circle, and is left out.
func (r *reader) walk(node types.Object, inherited pageAttributes, depth int, seen map[int]bool, visit func(types.Dict, pageAttributes) error) error {
	if ref, ok := node.(types.IndirectRef); ok {
		number := ref.ObjectNumber.Value()
		if seen[number] {
			return nil
		}
		seen[number] = true
	}
	dict := r.dict(node)
	if dict == nil || depth > maxTreeDepth {
		return nil
	}
	inherited = inherited.with(dict)
	kids, isNode := r.resolve(dict["Kids"]).(types.Array)
	if !isNode || r.name(dict["Type"]) == "Page" {
		return visit(dict, inherited)
	}
	for _, kid := range kids {
		if err := r.walk(kid, inherited, depth+1, seen, visit); err != nil {
			return err
		}
	}
	return nil
}

// page reads one page.
func (r *reader) page(page types.Dict, inherited pageAttributes) (Page, error) {
	box := r.box(inherited.cropBox, r.box(inherited.mediaBox, [4]float64{0, 0, 612, 792}))
	start, width, height := displayMatrix(box, int(r.number(inherited.rotate)))
	in := &interpreter{reader: r, collected: &fragments{width: width, height: height}}
	in.state.ctm = start
	err := in.run(r.contents(page["Contents"]), r.dict(inherited.resources), 0)
	if err != nil && !errors.Is(err, errContent) {
		return Page{}, err
	}
	return Page{Width: width, Height: height, Lines: in.collected.lines()}, nil
}

// displayMatrix maps the page's own coordinates to the displayed page: its visible box at the origin, turned as the page
// asks.
func displayMatrix(box [4]float64, rotate int) (m matrix, width, height float64) {
	width, height = box[2]-box[0], box[3]-box[1]
	m = matrix{1, 0, 0, 1, -box[0], -box[1]}
	switch ((rotate % 360) + 360) % 360 {
	case 90:
		return m.then(matrix{0, -1, 1, 0, 0, width}), height, width
	case 180:
		return m.then(matrix{-1, 0, 0, -1, width, height}), width, height
	case 270:
		return m.then(matrix{0, 1, -1, 0, height, 0}), height, width
	}
	return m, width, height
}

// contents returns a page's content streams as one: operators may be parted between them.
func (r *reader) contents(o types.Object) []byte {
	array, ok := r.resolve(o).(types.Array)
	if !ok {
		return r.stream(o)
	}
	var all []byte
	for _, part := range array {
		all = append(append(all, r.stream(part)...), '\n')
		if int64(len(all)) > r.limits.StreamBytes {
			break
		}
	}
	return all
}
