package identity_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
	local "narthex/cmd/dev/identity"
)

const artifacts = "../../../.artifacts/identity"

func TestThePretendedProvidersPageIsForEverybody(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.begins(t, "").String()))
	tab.Look(artifacts, "pretend")
}
