// Package learning lets a church's assistant get better by a click a day: Training, Open questions. What visitors asked in vain, or
// found poorly answered, is gathered by a job, grouped by meaning, and shown without names and numbers. One click drafts a FAQ; the draft is
// tried out, and published.
//
// Shown is nobody's own affair: nothing from a conversation in which somebody was in danger, was accused, asked for prayer or help, or
// confided something, and nothing that tells of the asker's life. What was asked stays where it is, in the conversation: here stands
// only which questions belong together, and that goes with them.
//
// For gathering, read candidates.go (which questions count), askable.go, grouping.go with signature.go (what belongs together),
// gather.go with sorting.go and anchors.go, and worker.go. For the pages, read groups.go (what is read), label.go (what of it is shown), then routes.go, pages.go,
// draft.go, and check.go (what the draft would change); answers.go is about answers that are given again.
package learning
