package faqs

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/transfer"
	"narthex/static/web"
)

// importPath is where files of FAQs are imported.
const importPath = path + "/import"

const (
	largestFile  = 10 << 20        // bytes
	aroundFile   = 64 << 10        // bytes of a request beside the file itself
	uploadLimit  = 5 * time.Minute // for the largest file, from where the network is poor
	shownRefused = 200             // lines on the page; the file to download has all
)

// importsPage is what faqs-import.html shows.
type importsPage struct {
	Frame     frame.Frame
	Church    string
	Changes   bool // the admin may
	Imports   []shownImport
	Import    *shownImport // the one that the page is about; nil: none
	Refused   []line
	Most      int // FAQs in a file
	Megabytes int // of a file
}

// shownImport is an import with when it began, by the church's clock.
type shownImport struct {
	Import
	When string
}

func shownOf(a access.Admin, one Import) shownImport {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return shownImport{one, one.BegunAt.In(place).Format("2006-01-02 15:04 MST")}
}

func (h *Handler) importsPage(a access.Admin) *importsPage {
	return &importsPage{Frame: frame.Of(a, frame.FAQs), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot, Most: mostLines, Megabytes: largestFile >> 20}
}

// showImports is GET /admin/training/faqs/import.
func (h *Handler) showImports(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.store.imports(ctx, a)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := h.importsPage(a)
	for _, one := range found {
		shown.Imports = append(shown.Imports, shownOf(a, one))
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "faqs-import", shown)
}

// importFile is POST /admin/training/faqs/import: multipart/form-data with a file of FAQs, which a job works on.
func (h *Handler) importFile(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	language := h.parts.Pages.Asked(r, a.Church.Language)
	if r.ContentLength > largestFile+aroundFile {
		return tooLarge(language)
	}
	ctx, cancel := context.WithTimeout(r.Context(), uploadLimit)
	defer cancel()
	leave, err := h.room.Enter(ctx, a.ChurchID, patience)
	if err != nil {
		return transfer.Refused(language, err)
	}
	defer leave()
	if err := transfer.Receive(w, r, largestFile+aroundFile, uploadLimit); err != nil {
		return err
	}
	name, content, err := readFile(r, language)
	if err != nil {
		return err
	}
	lines, err := readCSV(content)
	if fault, ok := errors.AsType[*fileFault](err); ok {
		return language.Refuse("unprocessable", "file_"+fault.code, "faqs.import.problem."+fault.code, "line", strconv.Itoa(fault.line), "most", strconv.Itoa(mostLines))
	}
	if err != nil {
		return err
	}
	id, err := h.store.beginImport(ctx, a, name, lines, func(ctx context.Context, tx pgx.Tx, job importFAQs) error {
		_, err := h.parts.Jobs.InsertTx(ctx, tx, job, nil)
		return err
	})
	if errors.Is(err, errImporting) {
		return language.Refuse("conflict", "importing", "faqs.import.problem.importing")
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, importPath+"/"+id.String(), http.StatusSeeOther)
	return nil
}

func tooLarge(language *web.Language) error {
	return language.Refuse("too_large", "too_large", "faqs.import.problem.too_large", "megabytes", strconv.Itoa(largestFile>>20))
}

// readFile reads the form's only file, whole or not at all.
func readFile(r *http.Request, language *web.Language) (name string, content []byte, err error) {
	broken := func(err error) error {
		if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
			return tooLarge(language)
		}
		return language.Refuse("invalid", "cut_off", "faqs.import.problem.cut_off")
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return "", nil, language.Refuse("unsupported", "not_a_form", "faqs.import.problem.no_file")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return "", nil, language.Refuse("invalid", "no_file", "faqs.import.problem.no_file")
		}
		if err != nil {
			return "", nil, broken(err)
		}
		if part.FormName() != "file" {
			continue
		}
		if content, err = io.ReadAll(part); err != nil {
			return "", nil, broken(err)
		}
		if len(content) > largestFile {
			return "", nil, tooLarge(language)
		}
		if _, err := parts.NextPart(); !errors.Is(err, io.EOF) { // the end of the form is the proof that the file is whole
			return "", nil, broken(err)
		}
		if part.FileName() == "" {
			return "", nil, language.Refuse("invalid", "no_file", "faqs.import.problem.no_file")
		}
		return cut(strings.TrimSpace(filepath.Base(part.FileName())), 200), content, nil
	}
}

// read reads the import that a request is about, with refused lines, as many as most.
func (h *Handler) read(ctx context.Context, r *http.Request, most int) (found Import, refused []line, err error) {
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return Import{}, nil, web.ErrNotFound
	}
	found, refused, err = h.store.theImport(ctx, access.From(ctx), id, most)
	switch {
	case errors.Is(err, errGone):
		return Import{}, nil, web.ErrNotFound
	case err != nil:
		return Import{}, nil, errors.Join(web.ErrUnavailable, err)
	}
	return found, refused, nil
}

// showImport is GET /admin/training/faqs/import/{id}.
func (h *Handler) showImport(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, refused, err := h.read(ctx, r, shownRefused)
	if err != nil {
		return err
	}
	for i := range refused {
		refused[i].Question = cut(refused[i].Question, longestQuestion) // whatever was too long; the file to download has all of it
	}
	shown, one := h.importsPage(a), shownOf(a, found)
	shown.Import, shown.Refused = &one, refused
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "faqs-import", shown)
}

// importState is GET /api/admin/faq-imports/{id}: what the page follows meanwhile.
func (h *Handler) importState(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, _, err := h.read(ctx, r, 0)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(struct {
		Import
		Done int `json:"done"`
	}{found, found.Done()})
}

// refusedLines is GET /admin/training/faqs/import/{id}/refused.csv: what was refused, each line with why, to be mended and sent again.
func (h *Handler) refusedLines(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	defer cancel()
	_, refused, err := h.read(ctx, r, mostLines)
	if err != nil {
		return err
	}
	language := h.parts.Pages.Asked(r, a.Church.Language)
	why, err := language.Text("faqs.import.why")
	if err != nil {
		return err
	}
	transfer.HeadCSV(w, a.Church.Slug+"-faqs-refused.csv")
	out, err := transfer.BeginCSV(w)
	if err != nil {
		return err
	}
	if err := out.Write(append(columns[:len(columns):len(columns)], why)); err != nil {
		return err
	}
	for _, l := range refused {
		fault, err := language.Text(faultKeys + l.Fault)
		if err != nil {
			return err
		}
		if err := out.Write(append(l.cells(), fault)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cancelImport is POST /admin/training/faqs/import/{id}/cancel.
func (h *Handler) cancelImport(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	if err := h.store.cancelImport(ctx, access.From(ctx), id); err != nil && !errors.Is(err, errGone) {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, importPath+"/"+id.String(), http.StatusSeeOther)
	return nil
}
