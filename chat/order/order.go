package order

import (
	"context"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/moderation"
	"narthex/chat/tier"
	"narthex/chat/tier/confirmed"
	"narthex/retrieval"
)

// when says when a tier is asked about a message.
type when int

const (
	// always: before the message is accepted, and once more where a turn was not answered then; nothing comes before.
	always when = iota
	// atOnce: before the message is accepted, if it can be understood by itself and its visitor is not in distress; otherwise
	// when it has been accepted. An answer at once needs no goroutine and no lease.
	atOnce
	// inDoubt: when the message has been accepted. A message that this tier is to be asked about is not given to those below it
	// before.
	inDoubt
	// accepted: when the message has been accepted. These tiers may wait for Redis, Postgres or a model.
	accepted
)

// row is a line of the order.
type row struct {
	name string // in metrics and logs
	tier chat.Tier
	when when
}

// Parts are what the tiers are made of, with all that they do besides answering: who gives them something else in the place of that
// has the same tiers in the same order, and nothing happens.
type Parts struct {
	Author     *tier.Author
	Answers    *tier.Cache
	Thresholds retrieval.Thresholds
	Similar    tier.Similarities
	Strikes    tier.Strikes
	Moderator  *moderation.Moderator // nil: no moderation service is asked
	Reader     *review.Reader        // nil: the crisis gate judges alone

	Remembered   func(context.Context, *chat.Turn) []chat.HistoryItem // the conversation before a turn, as far as it is known at once
	Watched      func(*chat.Turn) bool                                // a crisis was found in the conversation, by what is known at once
	CrisisBefore func(*chat.Turn) bool                                // the same, and by what the browser sent along
	Allowance    func(*church.Snapshot) tier.Allowance                // for whom models may be asked
	MayRead      func(*church.Snapshot) tier.Allowance                // for whom the second reader may be

	Report         tier.Report                                                           // tells of a crisis
	ReportAndWatch tier.Report                                                           // and all nodes, of one that was found when the message had been accepted
	TellContact    func(ctx context.Context, turn *chat.Turn, phone, email string) error // tells of a contact that was left after one
	OnRefused      func()                                                                // called where a budget is spent

	Cascade func(...chat.Step) *chat.Cascade
	// Share has visitors who ask the same at the same time share an answer. After waiting for another's, retry is asked.
	Share func(generate, retry *chat.Cascade) chat.Tier
}

// rowsOf returns the tiers in the order in which they are asked: the first with something to say answers. doubts reports whether the
// tier that is asked inDoubt has anything to do for a turn.
func rowsOf(p Parts) (rows []row, doubts func(context.Context, *chat.Turn) bool) {
	var moderation chat.Tier
	if p.Moderator != nil {
		moderation = tier.NewModeration(p.Moderator, p.Strikes, p.ReportAndWatch)
	}
	doubtful, doubtfulAfterAll, doubts := p.reviews()
	numbered := Numbered(p)
	stored, faq, cached, passage, full := numbered[0], numbered[1], numbered[2], numbered[3], numbered[4]
	return []row{
		// Who is in danger is answered before anything else, whatever is down: this asks nobody but this process.
		{"crisis", tier.NewCrisis(p.Remembered, p.Report), always},
		// What visitors answer to it is understood by code too, so that a number they leave is kept with every model down.
		{"aftercare", tier.NewAftercare(p.Remembered, p.CrisisBefore, p.Report, p.TellContact), always},
		// What the gate lets pass and is in doubt about a second reader looks at, where there is a model to read with, before
		// anything else is said to it. Two seconds are too long for all others, who pass at once.
		{"review", doubtful, inDoubt},
		// Who harasses people waits, but never for help: after the crisis gate, and not where a crisis was found before.
		{"conduct", tier.NewCooling(p.Strikes, p.Watched), always},
		// What is asked about the assistant itself is answered before any tier that might answer it otherwise, a church's own texts
		// included: what somebody in danger dares to write rests on it. It takes nothing from the gate above, which has seen the
		// message, says nothing that is not so in every church, and is kept for nobody else. It asks nobody but this process.
		// Who reads what is written rests on what is stored of this session, and not on what was sent along.
		{"disclosure", tier.NewDisclosure(p.Remembered, p.Watched), always},
		// A church's own switch: an agent that is off says so, before anything is said in its name.
		{"agent", tier.Agent{}, atOnce},
		// Stored facts are for anybody, those who harass included, and say nothing that the church has not written.
		{stored.Name, stored.Tier, atOnce},
		// From here on answers are composed or looked up: first who harasses is told so, by rules of our own, ...
		{"conduct", tier.NewConduct(p.Strikes), accepted},
		// ... then a moderation service, if there is one, sees what the rules let pass. It may find a crisis, too.
		{"moderation", moderation, accepted},
		// A yes to what a tool has asked, before anything else might take it for a question. Both gates above have seen it.
		{"confirmed", confirmed.New(p.Author.Tools, p.Author.Forbids), accepted},
		// The church's own words for this question, then answers that were given to others: both are about the question alone, so
		// they leave alone what is personal or leans on the conversation.
		{faq.Name, faq.Tier, accepted},
		{cached.Name, cached.Tier, accepted},
		// The crisis gate once more, with all that was said before, wherever that was: for the tiers below it is looked up in any
		// case, and no model speaks to somebody whose danger only the whole conversation shows.
		{"crisis", tier.NewCrisis(tier.Earlier, p.ReportAndWatch), accepted},
		{"review", doubtfulAfterAll, accepted},
		// Behind the second gate, because a spent budget must not silence the answer to a crisis; before all that costs money.
		{"budget", tier.NewBudget(p.Author, p.Allowance, p.OnRefused), accepted},
		// The models, which must not be asked the same twice at a time. After waiting for another's answer the cache is asked again.
		{"generate", p.Share(p.Cascade(passage, full), p.Cascade(cached, passage, full)), accepted},
	}, doubts
}

// Numbered are the five tiers of the cascade, the cheapest first.
func Numbered(p Parts) []chat.Step {
	return []chat.Step{
		{Name: "0", Tier: tier.Facts{}}, {Name: "1", Tier: tier.NewFAQ(p.Thresholds, p.Similar)}, {Name: "2", Tier: p.Answers},
		{Name: "3", Tier: tier.NewPassage(p.Author, p.Thresholds)}, {Name: "4", Tier: tier.NewModel(p.Author)},
	}
}

// reviews returns the two tiers of a second reader: for what is in doubt by what is known at once, and by the whole conversation.
// Without a reader there are none.
func (p Parts) reviews() (first, second chat.Tier, doubts func(context.Context, *chat.Turn) bool) {
	if p.Reader == nil {
		return nil, nil, func(context.Context, *chat.Turn) bool { return false }
	}
	early := tier.NewReview(p.Reader, p.Remembered, p.MayRead, p.ReportAndWatch)
	return early, tier.NewReview(p.Reader, tier.Earlier, p.MayRead, p.ReportAndWatch), early.Doubts
}
