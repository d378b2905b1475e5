// Package facts answers the questions that a church's stored facts answer by themselves: hours, address, staff,
// ministries and what to expect on a visit. No model and no embedding is involved.
//
// A wrong fact is worse than a slow answer, so a question is answered only when every word of it is understood: what
// asks (find.go, with its words in wording.go and the days that it names in day.go), what is asked for, and nothing that
// could change the meaning. "What are your hours?" is answered, "what are your hours for renting the hall?" is left to the
// tiers that read. The words are in lexicon_en.go and
// lexicon_es.go; what a church's own texts say is taken apart once for all questions (index.go); the subjects are in
// hours.go and slots.go, place.go, people.go with lead.go, and visit.go. What people put around a question is left out (aside.go). A number that is no time of day (clock.go) and no date, and a feast
// that is not on file (feast.go), leave a question to others.
//
// Begin with facts.go. A question that nothing comes of as it stands is read once more as a hurried visitor may have meant it: package
// ask has the words, meant.go the facts. A message that asks several things is cut into its questions (clauses.go): where facts answer
// all of them it is answered by them, and where they answer some, those go with the rest to the tiers that read (parts.go). A day that is a holiday (package calendar) is named as one on which the
// hours may differ.
//
// What people come to a church with is no single fact: a hard time, a prayer, a wish to give or to be baptised (matter.go). The
// same rule finds it, also in the church's own FAQs, whose answer is given where one asks the same; for the rest the answer says
// whom to ask (reach.go, takepart.go). Whether something has to be is no such wish (duty.go).
package facts
