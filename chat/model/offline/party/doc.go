// Package party tells how many come to visit, from how people say it in English and Spanish: "my husband, my 3 kids and me" are five.
// Where a message does not say, or says it in a way that two people would count differently, the count is 0, and they can be asked.
//
// Read token.go (words and what they are, of which number.go, people.go and phrases.go have the lists), dates.go (days, times and ages,
// whose numbers count nobody), item.go (a number with its noun, a relative, oneself), denial.go (who does not come), list.go (who is
// named together) and count.go (how many that are). The package imports nothing of ours but chat/words.
package party
