package regression

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"narthex/admin/access"
	"narthex/admin/transfer"
	"narthex/chat/evaluate/cases"
	"narthex/retrieval/extract"
	"narthex/static/web"
)

const (
	aroundFile  = 64 << 10        // bytes of a request beside the file itself
	uploadLimit = 5 * time.Minute // for the largest file, from where the network is poor
)

// importFile is POST /admin/training/regression/import: multipart/form-data with a file of cases, which is taken whole or not at all.
func (h *Handler) importFile(w http.ResponseWriter, r *http.Request) error {
	l, a := h.texts(r), access.From(r.Context())
	if r.ContentLength > cases.LargestFile+aroundFile {
		return l.Refuse("too_large", "too_large", "regression.file.large")
	}
	leave, err := h.room.Enter(r.Context(), a.ChurchID, patience)
	if err != nil {
		return transfer.Refused(l, err)
	}
	defer leave()
	if err := transfer.Receive(w, r, cases.LargestFile+aroundFile, uploadLimit); err != nil {
		return err
	}
	content, err := readFile(r)
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong || len(content) > cases.LargestFile {
		return l.Refuse("too_large", "too_large", "regression.file.large")
	}
	if err != nil {
		return l.Refuse("invalid", "no_file", "regression.file.none")
	}
	sent, err := cases.ReadCSV(extract.Decode(content))
	if fault, ok := errors.AsType[*cases.FileFault](err); ok {
		return refuseFile(l, fault)
	}
	if err != nil {
		return err
	}
	return h.then(w, r, path+"?added", func(ctx context.Context, a access.Admin) error { return h.store.add(ctx, a, sent) })
}

// refuseFile says what is the matter with a file, and where.
func refuseFile(l *web.Language, fault *cases.FileFault) error {
	if fault.Case == 0 {
		return l.Refuse("unprocessable", "file_"+fault.Code, "regression.file."+fault.Code, "most", strconv.Itoa(cases.MostCases))
	}
	why, err := l.Text("regression.fault." + fault.Field + "." + fault.Code)
	if err != nil {
		return err
	}
	return l.Refuse("unprocessable", "file_case", "regression.file.case", "case", strconv.Itoa(fault.Case), "why", why)
}

var errNoFile = errors.New("no file was sent")

// readFile reads the form's only file, whole or not at all.
func readFile(r *http.Request) ([]byte, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, err
	}
	for {
		part, err := parts.NextPart()
		if err != nil {
			return nil, err
		}
		if part.FormName() != "file" {
			continue
		}
		if part.FileName() == "" {
			return nil, errNoFile
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		if _, err := parts.NextPart(); !errors.Is(err, io.EOF) { // the end of the form is the proof that the file is whole
			return nil, errors.Join(errNoFile, err)
		}
		return content, nil
	}
}

// export is GET /admin/training/regression.csv: the set as a table, or none of it but the head with ?template.
func (h *Handler) export(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	a := access.From(ctx)
	var set []cases.Case
	if !r.URL.Query().Has("template") {
		found, _, err := h.store.overview(ctx, a)
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		for _, k := range found {
			set = append(set, k.Case)
		}
	}
	table(w, a.Church.Slug+"-questions.csv")
	return cases.WriteCSV(w, set)
}

// table begins a file of a table.
func table(w http.ResponseWriter, name string) {
	download(w, "text/csv; charset=utf-8", name)
	_, _ = w.Write([]byte("\ufeff")) // so that spreadsheets read it as UTF-8
}

func download(w http.ResponseWriter, contentType, name string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// reportName is a report's file, without its ending.
func reportName(a access.Admin, run Run) string {
	return a.Church.Slug + "-answers-" + run.BegunAt.UTC().Format(time.DateOnly)
}
