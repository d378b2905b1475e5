package match

import (
	"fmt"
	"testing"

	"narthex/admin/signup"
)

// BenchmarkAmong finds a church among the 3,000 of a town, without the database.
func BenchmarkAmong(b *testing.B) {
	town := make([]candidate, 3000)
	for i := range town {
		first := []string{"Grace", "Trinity", "St. Mary", "Mount Zion", "Calvary", "Hope"}[i%6]
		town[i] = candidate{Name: fmt.Sprintf("%s Number %d Baptist Church", first, i), State: "TX", Family: "baptist"}
	}
	form := signup.SignUp{ChurchName: "First Baptist of Houston", City: "Houston", State: "TX", Country: "US", Family: "baptist"}
	b.ReportAllocs()
	for b.Loop() {
		among(town, form)
	}
}
