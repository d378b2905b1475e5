package requests

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// carePage is what crises.html shows.
type carePage struct {
	Frame         frame.Frame
	Church        string
	Open, Settled []crisis
	Waiting       int    // of the open ones, also of those that are not shown; 0: all are
	Median        string // time to a human of the last 90 days; empty: nobody was needed
}

// crisis is one as the page shows it.
type crisis struct {
	row
	Waited string // until somebody had it, or until now
}

// care is GET /admin/care: what waits for a human first, then the newest of what somebody has.
func (h *Handler) care(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	shown := &carePage{Frame: frame.Of(a, frame.Care), Church: a.Church.Name}
	for _, state := range []string{stateNew, stateAcknowledged, stateDone} {
		list := &shown.Settled
		if state == stateNew {
			list = &shown.Open
		}
		found, all, err := h.store.list(ctx, a, filter{Kind: "crisis", State: state}, 1)
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		if state == stateNew && all > len(found) {
			shown.Waiting = all
		}
		for _, one := range rowsOf(a, found) {
			until := time.Now()
			if one.AcknowledgedAt != nil {
				until = *one.AcknowledgedAt
			}
			*list = append(*list, crisis{one, duration(until.Sub(one.CreatedAt))})
		}
	}
	median, err := h.store.medianWait(ctx, a)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if median != nil {
		shown.Median = duration(time.Duration(*median * float64(time.Second)))
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "crises", shown)
}

// medianWait is the median time in seconds from an urgent crisis of the last 90 days to a human; nil: there was none.
func (s store) medianWait(ctx context.Context, a access.Admin) (seconds *float64, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select percentile_cont(0.5) within group (order by extract(epoch from m.acknowledged_at - m.created_at)::double precision)
			from (`+merged+`) m where `+visible+` and m.kind = 'crisis' and m.urgent and m.acknowledged_at is not null and m.created_at > now() - interval '90 days'`,
			a.ChurchID, seen(a)).Scan(&seconds)
	})
	if err != nil {
		return nil, fmt.Errorf("measure the time to a human: %w", err)
	}
	return seconds, nil
}

// duration is a time span as units that are read alike in every language.
func duration(d time.Duration) string {
	switch minutes := int(d.Minutes()); {
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	case minutes < 48*60:
		return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
	default:
		return fmt.Sprintf("%d d", minutes/60/24)
	}
}
