package notify

import "slices"

// Kinds of news that this package has rules for. Which others are told in words of their own, the messages say.
const (
	kindCrisis      = "crisis"
	kindUnsure      = "crisis_unsure" // how a crisis is worded that is not urgent
	kindCrises      = "crises"        // reports of danger that are not told one by one
	kindUnsures     = "crises_unsure" // how they are worded where none is urgent
	kindUnaddressed = "unaddressed"   // for the founder: a church cannot be told anything
	kindTest        = "contact_test"  // somebody wants to know whether news arrives
	kindCallLinks   = "call_links"    // for a caller, who wanted them by text message
	kindOther       = "other"         // stands for whatever has no words of its own
)

var (
	// founderKinds are the news of which somebody must hear at once: the founder, if the church cannot be reached.
	founderKinds = []string{kindCrisis, kindCrises, "escalation"}
	// textKinds are the news that a church gets by text message too, urgent or not.
	textKinds = []string{"prayer", kindTest}
	// ownKinds are the news that no visitor has any part in.
	ownKinds = []string{"budget_near", "budget_reached"}
)

func (d *delivery) goesToFounder() bool {
	return d.Kind != kindTest && (d.Safeguarding || slices.Contains(founderKinds, d.Kind))
}
func goesByText(kind string) bool { return slices.Contains(textKinds, kind) }
