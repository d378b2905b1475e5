package church

import (
	"slices"
	"strings"
)

// Plan is the key of a subscription plan, a tier and a channel. The zero Plan includes nothing.
type Plan string

// The plans on sale.
const (
	StarterChat  Plan = "starter_chat"
	StarterVoice Plan = "starter_voice"
	StarterBoth  Plan = "starter_both"
	ProChat      Plan = "pro_chat"
	ProVoice     Plan = "pro_voice"
	ProBoth      Plan = "pro_both"
	SuiteChat    Plan = "suite_chat"
	SuiteBoth    Plan = "suite_both"
)

var plans = []Plan{StarterChat, StarterVoice, StarterBoth, ProChat, ProVoice, ProBoth, SuiteChat, SuiteBoth}

// ParsePlan returns the plan of that key; ok is false when there is none.
func ParsePlan(key string) (plan Plan, ok bool) {
	if slices.Contains(plans, Plan(key)) {
		return Plan(key), true
	}
	return "", false
}

// Tier is how much a plan includes. Tiers are ordered: compare them with AtLeast.
type Tier string

// The tiers, from the smallest.
const (
	Starter Tier = "starter"
	Pro     Tier = "pro"
	Suite   Tier = "suite"
)

var tiers = []Tier{Starter, Pro, Suite}

// AtLeast reports whether the tier includes all that other does. An unknown tier includes nothing.
func (t Tier) AtLeast(other Tier) bool {
	own := slices.Index(tiers, t)
	return own >= 0 && own >= slices.Index(tiers, other)
}

// Channel is what a plan is sold for. The assistant on the web comes with every plan.
type Channel string

// The channels.
const (
	ChatChannel  Channel = "chat"
	VoiceChannel Channel = "voice"
	BothChannels Channel = "both"
)

// Tier returns the plan's tier.
func (p Plan) Tier() Tier {
	tier, _, _ := strings.Cut(string(p), "_")
	return Tier(tier)
}

// Channel returns the plan's channel.
func (p Plan) Channel() Channel {
	_, channel, _ := strings.Cut(string(p), "_")
	return Channel(channel)
}

// HasVoice reports whether the plan includes the assistant on the telephone. The assistant on the web comes with every plan.
func (p Plan) HasVoice() bool { return p.Channel() == VoiceChannel || p.Channel() == BothChannels }

// Includes reports whether the plan has the agent: care and coordinator come with every plan, discipleship and
// stewardship with Pro and Suite.
func (p Plan) Includes(agent Agent) bool {
	switch agent {
	case Care, Coordinator:
		return p.Tier().AtLeast(Starter)
	case Discipleship, Stewardship:
		return p.Tier().AtLeast(Pro)
	default:
		return false
	}
}

// HidesBranding reports whether pages and the widget leave out the product's badge.
func (p Plan) HidesBranding() bool { return p.Tier().AtLeast(Pro) }

// faqLimit is how many FAQs a church below the Suite tier may keep.
const faqLimit = 50

// FAQLimit returns how many FAQs the plan allows; limited is false when it allows any number.
func (p Plan) FAQLimit() (limit int, limited bool) {
	if p.Tier().AtLeast(Suite) {
		return 0, false
	}
	return faqLimit, true
}

// Status is where a subscription stands.
type Status string

// The statuses of a subscription.
const (
	Active   Status = "active"
	PastDue  Status = "past_due"
	Canceled Status = "canceled"
	Paused   Status = "paused"
)
