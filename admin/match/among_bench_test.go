package match

import (
	"fmt"
	"testing"

	"narthex/admin/signup"
)

// BenchmarkTown compares a sign-up with the 3,000 churches of a town, without the database.
func BenchmarkTown(b *testing.B) {
	var names [][]byte
	for i := range 3000 {
		first := []string{"Grace", "Trinity", "St. Mary", "Mount Zion", "Calvary", "Hope"}[i%6]
		names = append(names, fmt.Appendf(nil, "%s Number %d Baptist Church", first, i))
	}
	form := signup.SignUp{ChurchName: "First Baptist of Houston", City: "Houston", State: "TX", Country: "US", Family: "baptist"}
	b.ReportAllocs()
	for b.Loop() {
		t := newTown(form)
		for _, one := range names {
			t.compare(one, []byte("TX"))
		}
	}
}
