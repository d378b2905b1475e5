package documents

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/transfer"
	"narthex/chat/church"
	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
	"narthex/static/web"
)

const (
	aroundFile  = 1 << 20          // bytes of a request beside the file itself
	longestText = 2 << 10          // bytes of each of its other fields
	uploadLimit = 10 * time.Minute // for 20 MiB, from where the network is poor
	wait        = 20 * time.Second // for room to read an upload
)

// upload is POST /api/admin/kb-proxy/upload: multipart/form-data with a file, and before it perhaps title and visibility. The answer
// is 202 with the document, which is read by a job.
func (h *Handler) upload(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	language := h.parts.Pages.Asked(r, a.Church.Language)
	if r.ContentLength > extract.MaxDocumentBytes+aroundFile {
		return refusal(language, "too_large", "too_large")
	}
	ctx, cancel := context.WithTimeout(r.Context(), uploadLimit)
	defer cancel()
	leave, err := h.room.Enter(ctx, a.ChurchID, wait)
	if err != nil {
		return transfer.Refused(language, err)
	}
	defer leave()
	if err := transfer.Receive(w, r, extract.MaxDocumentBytes+aroundFile, uploadLimit); err != nil {
		return err
	}
	sent, err := readUpload(r, language)
	if err != nil {
		return err
	}
	document, err := h.parts.Library.PutDocument(ctx, a.ChurchID, sent)
	if err != nil {
		return refused(language, err)
	}
	if err := h.note(ctx, "document.uploaded", document.Title); err != nil {
		h.parts.Logger.ErrorContext(ctx, "an upload could not be noted", "church", a.ChurchID, "error", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusAccepted)
	return json.NewEncoder(w).Encode(stateOf(document))
}

// readUpload reads the form. Whatever is cut off is nothing: a document is stored whole or not at all.
func readUpload(r *http.Request, language *web.Language) (sent knowledge.Upload, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return sent, refusal(language, "unsupported", "not_a_form")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return sent, refusal(language, "invalid", "no_file")
		}
		if err != nil {
			return sent, broken(language, err)
		}
		switch part.FormName() {
		case "title":
			sent.Title, err = textOf(part)
		case "visibility":
			sent.Visibility, err = textOf(part)
		case "file":
			sent.FileName, sent.MediaType = part.FileName(), part.Header.Get("Content-Type")
			if sent.Content, err = io.ReadAll(io.LimitReader(part, extract.MaxDocumentBytes+1)); err != nil {
				return sent, broken(language, err)
			}
			if len(sent.Content) > extract.MaxDocumentBytes {
				return sent, refusal(language, "too_large", "too_large")
			}
			if _, err := parts.NextPart(); !errors.Is(err, io.EOF) { // the end of the form is the proof that the file is whole
				return sent, refusal(language, "invalid", "cut_off")
			}
			return sent, nil
		}
		if err != nil {
			return sent, broken(language, err)
		}
	}
}

func textOf(part *multipart.Part) (string, error) {
	text, err := io.ReadAll(io.LimitReader(part, longestText))
	return string(text), err
}

func broken(language *web.Language, err error) error {
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return refusal(language, "too_large", "too_large")
	}
	return refusal(language, "invalid", "cut_off")
}

// refused is what an admin is told of an error of the library.
func refused(language *web.Language, err error) error {
	if reason, ok := errors.AsType[*extract.Refusal](err); ok {
		kind := "unprocessable"
		switch {
		case errors.Is(err, extract.ErrTooLarge):
			kind = "too_large"
		case errors.Is(err, extract.ErrUnsupported):
			kind = "unsupported"
		}
		return refusal(language, kind, reason.Code)
	}
	if _, ok := errors.AsType[*knowledge.InvalidUploadError](err); ok {
		return refusal(language, "unprocessable", "named_badly")
	}
	if errors.Is(err, knowledge.ErrFull) {
		return language.Refuse("unprocessable", "full", "documents.problem.full", "most", strconv.Itoa(knowledge.MaxDocuments), "megabytes", strconv.Itoa(knowledge.MaxSources>>20))
	}
	return errors.Join(web.ErrUnavailable, err)
}

// note writes down in the audit what an admin did.
func (h *Handler) note(ctx context.Context, what, title string) error {
	return church.InChurch(ctx, h.parts.Pool, access.From(ctx).ChurchID, func(tx pgx.Tx) error {
		return audit.Record(ctx, tx, what, map[string]string{"title": title})
	})
}
