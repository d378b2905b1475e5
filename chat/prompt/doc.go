// Package prompt builds what the model is told: nine blocks in a fixed order, from rules that hold everywhere down to
// what is worth dropping first, and behind them what belongs to this one turn.
//
// Read input.go (what goes in) and prompt.go (in which order) first, then build.go (the budget in tokens, what is dropped beyond it and
// what is reported), part.go and constant.go (what is written and quoted once for all who ask) and count.go (what tokens are and what counting costs).
// The texts: policy.go (block 1, the rules of every plan and agent) with lines.go (the crisis lines of the church's country),
// agent.go, tools.go and samples.go (block 2), church.go (blocks 3 to 5, from the snapshot), knowledge.go (blocks 6 to 8,
// from retrieval, and 9) and turn.go (the language and the time, last, so that a model service that keeps the beginning of
// prompts keeps as much as can be). Text that somebody else wrote — passages, FAQs, results of tools, the visitor — is fenced
// and escaped in fence.go, so that it can never pose as a rule. contents.go gives what is in a message without its rules, for
// a model that reads none. restate.go is for going on after an answer was stopped.
package prompt
