// Package days reads which day somebody means, in English and Spanish: by its date or its name, and by where it stands to others: the second
// Sunday of December, the Sunday after Christmas, a week on Sunday; not this Sunday, the one after. What is said of days is a small
// grammar over words. Where it is not plain which day is meant none is, so that they can be asked: several days, days that are denied, a
// weekday and a date that are not one day.
//
// Read token.go (words, and what they are, of which lexicon.go has the list), pattern.go (which days of a calendar something may be),
// mention.go and relative.go (the grammar, the longest rule first), denied.go (which of the days are not meant), and days.go (which one is).
package days
