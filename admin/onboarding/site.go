package onboarding

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"narthex/static/web"
)

// siteHeader is what all pages of the product itself show.
type siteHeader struct {
	Languages []web.OtherLanguage
	Canonical string
	Picture   string // beside a link to the page
}

func (h *Handler) header(language *web.Language, r *http.Request) (header siteHeader, err error) {
	header.Canonical, header.Picture = h.baseURL+r.URL.Path, h.baseURL+web.PicturePath
	header.Languages, err = h.pages.Others(r, language)
	return header, err
}

// listed is a church of the directory.
type listed struct{ Slug, Name string }

// claimed is the listed church with a slug, if it can be claimed: it is there, and has no subscription.
func (h *Handler) claimed(r *http.Request, slug string) (listed, error) {
	if slug == "" {
		return listed{}, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	return h.store.listed(ctx, "select slug, name from churches where slug = $1 and not is_premium and not is_demo", slug)
}

// demo is a demonstration church that visitors of these pages may try, if it can be one that speaks their language.
func (h *Handler) demo(r *http.Request, language *web.Language) (listed, error) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	return h.store.listed(ctx, "select slug, name from churches where is_demo order by language <> $1, slug limit 1", language.Code)
}

// listed reads the slug and name of one church.
func (s store) listed(ctx context.Context, sql, argument string) (l listed, err error) {
	err = s.pool.QueryRow(ctx, sql, argument).Scan(&l.Slug, &l.Name)
	if errors.Is(err, pgx.ErrNoRows) {
		return listed{}, nil
	}
	if err != nil {
		return listed{}, unavailable(fmt.Errorf("look for a listed church: %w", err))
	}
	return l, nil
}
