package scripture

import (
	"strings"
)

// stop is a chapter in a track, and how many verses it has.
type stop struct {
	book            *Book
	chapter, verses int
}

// makeDays spreads the chapters of each track over the days.
func makeDays(days int, tracks [][]string) []Day {
	made := make([]Day, days)
	for _, track := range tracks {
		for day, stops := range spread(stopsOf(track), days) {
			made[day] = append(made[day], cite(stops)...)
		}
	}
	return made
}

// stopsOf lists the chapters of a track's books ("GEN", or "GEN-DEU" for all from one to the other), as far as they are in
// every church's canon.
func stopsOf(track []string) []stop {
	var stops []stop
	for _, part := range track {
		first, last, several := strings.Cut(part, "-")
		if !several {
			last = first
		}
		from, to := bookByCode(first).order, bookByCode(last).order
		for _, book := range theCanon().books[from : to+1] {
			if !ReinaValera.Has(book) {
				continue
			}
			for chapter := 1; chapter <= book.Chapters; chapter++ {
				stops = append(stops, stop{book, chapter, WorldEnglish.LastVerse(book, chapter)})
			}
		}
	}
	return stops
}

func bookByCode(code string) *Book {
	book := theCanon().byCode[code]
	if book == nil {
		panic("scripture: plans.yaml: there is no book " + code)
	}
	return book
}

// spread cuts the chapters, in their order, into days of about as many verses each. No day is without one as long as
// there are enough of them.
func spread(stops []stop, days int) [][]stop {
	total := 0
	for _, s := range stops {
		total += s.verses
	}
	cut := make([][]stop, days)
	at, read := 0, 0
	for day := range cut {
		begin, due := at, total*(day+1)/days
		later := days - day - 1
		for at < len(stops) && (read+stops[at].verses/2 <= due || day == days-1) && len(stops)-at > min(later, len(stops)-1) {
			read += stops[at].verses
			at++
		}
		if at == begin && len(stops) >= days {
			read += stops[at].verses
			at++
		}
		cut[day] = stops[begin:at]
	}
	return cut
}

// cite writes chapters in a row as spans of their books.
func cite(stops []stop) []Reference {
	var cited []Reference
	for _, s := range stops {
		point := Point{Chapter: s.chapter}
		if n := len(cited); n > 0 && cited[n-1].Book == s.book {
			cited[n-1].Spans[0].To = point
			continue
		}
		cited = append(cited, Reference{s.book, []Span{{point, point}}})
	}
	return cited
}
