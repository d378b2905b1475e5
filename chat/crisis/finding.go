package crisis

// Category is the kind of crisis a message speaks of.
type Category string

// The categories of crisis.
const (
	Suicide     Category = "suicide"
	SelfHarm    Category = "self_harm"
	Abuse       Category = "abuse" // domestic violence, sexual violence, exploitation of an adult
	ChildAtRisk Category = "child_at_risk"
	Medical     Category = "medical"
	Threat      Category = "threat" // to the life of somebody else
	Despair     Category = "despair"
)

// Subject is who is in danger.
type Subject string

// The subjects of a finding.
const (
	Self  Subject = "self"  // the visitor
	Other Subject = "other" // somebody the visitor writes about
)

// Finding is what the crisis gate found in a message. A finding is sure, which has people woken, or unsure.
type Finding struct {
	Category Category
	Unsure   bool    // a careful person would ask, and wake nobody: the gentler, shorter answer, an ordinary mail
	Now      bool    // it is happening: the emergency number comes first
	About    Subject // who is in danger; of a threat, Other
	Minor    bool    // the visitor seems to be a child
	Past     bool    // what is told of is over
	ByClergy bool    // clergy, staff or other people of a church are accused, now or earlier in the conversation, of this or of something else
	Rule     string  // the rule that matched, such as "suicide.wish": stable, for metrics and tests
	Language string  // of the phrase book that the rule is in (ISO 639-1), "" where the message is in English or Spanish
}

// ranks orders the categories where a message speaks of several: first what may end a life, then what a general answer
// would miss. The answer to an attempt begins with the emergency number too.
var ranks = map[Category]int{Suicide: 0, Medical: 1, ChildAtRisk: 2, Abuse: 3, Threat: 4, SelfHarm: 5, Despair: 6}

// OfChild is the finding where the visitor is a child.
func (f Finding) OfChild() Finding {
	f.Minor = true
	return f.ofChild()
}

// ofChild makes the abuse of a visitor who is a child what it is.
func (f Finding) ofChild() Finding {
	if f.Minor && f.Category == Abuse && f.About == Self {
		f.Category = ChildAtRisk
	}
	return f
}

// IsLike reports whether who was answered to an earlier finding knows whom to call for this one: the same numbers are named, and it has
// not begun to happen since.
func (f Finding) IsLike(earlier Finding) bool {
	return earlier.Category.kind() == f.Category.kind() && (earlier.Now || !f.Now)
}

// kind is one for the categories to which the same numbers are named.
func (c Category) kind() Category {
	switch c {
	case SelfHarm, Despair:
		return Suicide
	case ChildAtRisk:
		return Abuse
	}
	return c
}

// Urgent reports whether the emergency number comes before a line to talk to.
func (f Finding) Urgent() bool {
	return !f.Unsure && (f.Now || f.Category == Medical || f.Category == Threat || f.Category == Abuse || f.Category == ChildAtRisk)
}
