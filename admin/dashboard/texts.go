package dashboard

import (
	"fmt"
	"time"

	"narthex/admin/billing/price"
	"narthex/chat/church"
	"narthex/static/web"
)

// textsOf are the texts of a language. The first that is missing is kept as err, and looked at once.
type textsOf struct {
	language *web.Language
	err      error
}

func (t *textsOf) of(key string, pairs ...string) string {
	text, err := t.language.Text(key, pairs...)
	t.note(err)
	return text
}

func (t *textsOf) note(err error) {
	if err != nil && t.err == nil {
		t.err = err
	}
}

// plan is a plan's name.
func (t *textsOf) plan(p church.Plan) string {
	return t.of("pricing.tier."+string(p.Tier())) + ", " + t.of("pricing.channel."+string(p.Channel()))
}

// per is how often a price is paid.
func (t *textsOf) per(interval price.Interval) string { return t.of("pricing.per_" + string(interval)) }

// date is a day as it is at a place. ISO 8601 is read alike in every language.
func (t *textsOf) date(at time.Time, timezone string) string {
	if place, err := time.LoadLocation(timezone); err == nil {
		at = at.In(place)
	}
	return at.Format(time.DateOnly)
}

// dollars is an amount as the pages write it. All prices are in US dollars.
func dollars(cents int64) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }
