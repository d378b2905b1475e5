package onboarding_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/signup"
)

// seenByAll waits until the pages of the directory are known to hold nothing that somebody may not see, as those of rows that were stored
// long ago are: an index then answers by itself. One vacuum right after the rows were stored leaves out most of them.
func seenByAll(b *testing.B, s *server) {
	b.Helper()
	for all := false; !all; {
		exec(b, s, "vacuum (freeze) churches")
		must(b, s.db.Admin.QueryRow(b.Context(), "select relallvisible >= 0.99 * relpages from pg_class where oid = 'churches'::regclass").Scan(&all))
	}
}

// BenchmarkSubmit sends sign-ups to a directory of 300,000 churches, one of ten about the largest town, where 3,000 stand. It reports
// the median and the 99th percentile beside those of a form which is refused before the database is asked: what the network, the limits and the
// reading of a form take by themselves on this machine.
func BenchmarkSubmit(b *testing.B) {
	s := newServer(b, "")
	exec(b, s, `
		alter table churches disable trigger user;
		insert into churches (slug, name, city, state, country, denomination)
		select 'c-' || n, (array['Grace','Trinity','St. Mary','Mount Zion','Calvary','Hope'])[n % 6 + 1] || ' ' || md5(n::text) || ' Baptist Church',
			case when n % 100 = 0 then 'Houston' else 'Town ' || n % 20000 end, 'TX', 'US', 'southern-baptist'
		from generate_series(1, 300000) n;
		alter table churches enable trigger user;
		analyze churches`)
	seenByAll(b, s)
	send := func(city, email string, want int) time.Duration {
		body := fmt.Sprintf(`{"plan":"starter_chat","churchName":"Calvary Baptist of %[1]s","city":%[1]q,"state":"TX","country":"US","churchFamily":"baptist",
			"denomination":"southern-baptist","contactName":"Ann Lee","email":%[2]q,"timezone":"America/Chicago","termsAccepted":true,"termsVersion":%[3]q}`,
			city, email, signup.TermsVersion)
		request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, s.url+"/api/onboard", strings.NewReader(body))
		must(b, err)
		request.Header.Set("X-Test-Address", uuid.NewString())
		began := time.Now()
		response, err := http.DefaultClient.Do(request)
		must(b, err)
		text, err := io.ReadAll(response.Body)
		must(b, err)
		_ = response.Body.Close()
		if response.StatusCode != want {
			b.Fatalf("%d %s", response.StatusCode, text)
		}
		return time.Since(began)
	}
	var taken, floor []time.Duration
	for i := 0; b.Loop(); i++ {
		city := "Houston"
		if i%10 != 0 {
			city = fmt.Sprint("Town ", i*7919%20000)
		}
		taken = append(taken, send(city, fmt.Sprintf("ann%d@x%d.example.org", i, i), http.StatusOK))
		floor = append(floor, send(city, "no address", http.StatusUnprocessableEntity))
	}
	percentile := func(all []time.Duration, of int) float64 {
		slices.Sort(all)
		return float64(all[(len(all)*of+99)/100-1]) / float64(time.Millisecond)
	}
	b.ReportMetric(percentile(taken, 50), "p50-ms")
	b.ReportMetric(percentile(taken, 99), "p99-ms")
	b.ReportMetric(percentile(floor, 50), "floor-p50-ms")
	b.ReportMetric(percentile(floor, 99), "floor-p99-ms")
}
