package pages

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/static/web"
)

// lensChoice lets visitors of a demonstration church hear it in the voice of another tradition.
type lensChoice struct {
	Own     string // the name of the lens that the church has without a choice
	Chosen  string // slug; empty: its own
	Options []lensOption
}

type lensOption struct {
	Slug, Name string
	Chosen     bool
}

// lensChoiceOf is nil unless the church has stored no lens and is a demonstration church: nowhere else would a visitor's
// choice have any effect (see church.Snapshot.ResolveLens), and a control that does nothing is worse than none.
func lensChoiceOf(snapshot *church.Snapshot, wanted string, language *web.Language) *lensChoice {
	if !snapshot.Demo || snapshot.LensSource == church.LensStored {
		return nil
	}
	choice := &lensChoice{Own: lensName(snapshot.Lens, language), Chosen: chosenLens(snapshot, wanted)}
	for _, tradition := range snapshot.Catalogue {
		slug := tradition.Lens.Slug
		choice.Options = append(choice.Options, lensOption{Slug: slug, Name: lensName(tradition.Lens, language), Chosen: slug == choice.Chosen})
	}
	slices.SortFunc(choice.Options, func(a, b lensOption) int { return strings.Compare(a.Name, b.Name) })
	return choice
}

func lensName(lens church.Lens, language *web.Language) string {
	return language.Named("lens."+lens.Slug, lens.Name)
}

// chosenLens is the slug of the lens that a visitor wants, empty where the church's own counts whatever is wanted.
func chosenLens(snapshot *church.Snapshot, wanted string) string {
	if tradition, source := snapshot.ResolveLens(wanted, ""); source == church.LensOverridden {
		return tradition.Lens.Slug
	}
	return ""
}
