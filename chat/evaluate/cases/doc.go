// Package cases holds a church's answers to what they are expected to be: questions with expectations, asked through an evaluation,
// so without effect on anybody. A set of them that is run before a change says what the change spoils.
//
// Read case.go (what a case is), judge.go (when an answer is right), run.go (many of them), read.go (files of cases) and report.go (what
// came of them, to be sent or kept). A file is YAML or JSON, a list of cases of which only the question must be there:
//
//	question: And on Wednesday?   as a visitor writes it, at most 2,000 characters
//	agent: coordinator            care, coordinator (the default), discipleship or stewardship
//	language: en                  of the answer; any if absent
//	tier: 4                       who is to answer: 0 to 4, or crisis; anybody if absent
//	must_say: ["6:30 PM"]         all of these, whatever their case and accents, as whole words
//	must_not_say: ["9:00 AM"]     none of these
//	history: [{role: user, content: When are your services?}, {role: assistant, content: On Sundays.}]
//
// A table in CSV has the same columns but the history; several sayings of a cell stand with "|" between them.
package cases
