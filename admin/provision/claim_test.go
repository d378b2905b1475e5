package provision_test

import (
	"slices"
	"testing"

	"narthex/admin/signup"
)

func TestAChurchThatIsClaimedFromItsPageIsThatOneWhateverIsCorrected(t *testing.T) {
	t.Parallel()
	const all = "('gh', 'Grace Harbor', 'Portland', 'ME', 'US', null, '04101'), ('gh-2', 'Grace Harbor', 'Portland', 'ME', 'US', '2 Elm Street', '04101')"
	for name, test := range map[string]struct {
		listed  string
		form    func(*signup.SignUp)
		claimed string
		told    string // what the founder is told; "": nothing of a listing
		offered string
	}{
		"another name": {all, func(s *signup.SignUp) { s.ChurchName = "Grace Harbor and All Saints"; s.City = "South Portland" }, "gh",
			"ownership_unproven The directory calls it Grace Harbor in Portland, and the sign-up Grace Harbor and All Saints in South Portland.",
			"Grace Harbor and All Saints||South Portland|ME|04101|US|"},
		"two alike": {all, func(s *signup.SignUp) { s.Claimed, s.ChurchPhone = "gh-2", "207 555 0142" }, "gh-2", "ownership_unproven", "Grace Harbor|2 Elm Street|Portland|ME|04101|US|207 555 0142"},
		"without a state": {"('gh', 'Grace Harbor', 'Portland', null, 'US', '1 Main Street', null)", func(s *signup.SignUp) { s.Address = "9 Main Street" }, "gh",
			"ownership_unproven", "Grace Harbor|9 Main Street|Portland|ME||US|"},
		"without a country": {"('gh', 'Grace Harbor', 'Portland', null, null, '1 Main Street', null)", func(*signup.SignUp) {}, "gh",
			"ownership_unproven", "Grace Harbor|1 Main Street|Portland|ME||US|"},
		"of another state": {"('gh', 'Grace Harbor', 'Portland', 'OR', 'US', '1 Main Street', null)", func(*signup.SignUp) {}, "grace-harbor", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.exec("insert into churches (slug, name, city, state, country, address, postal_code) values " + test.listed)
			before := value[int](f, "select count(*) from churches")
			s := form()
			s.Claimed = "gh"
			test.form(&s)
			id := f.must(s, "sub_1")
			if slug := value[string](f, "select slug from churches where id = $1", id); slug != test.claimed {
				t.Fatalf("%s was claimed", slug)
			}
			if test.told == "" {
				return
			}
			if n := value[int](f, "select count(*) from churches"); n != before {
				t.Errorf("%d churches, there were %d", n, before)
			}
			if told := list(f, "select what from queued where what like 'ownership%'"); !slices.Equal(told, []string{test.told}) {
				t.Errorf("the founder is told %q", told)
			}
			if value[bool](f, "select listing_proven or listing_before ->> 'name' <> (select name from churches where id = $1) from premium_churches where church_id = $1", id) {
				t.Error("the listing was changed before it was proven whose it is")
			}
			const offered = `select concat_ws('|', l.name, coalesce(l.address, ''), l.city, l.state, coalesce(l.postal_code, ''), l.country, coalesce(l.phone, ''))
				from churches c join premium_churches p on p.church_id = c.id, jsonb_populate_record(c, p.listing_offered) l where c.id = $1`
			if got := value[string](f, offered, id); got != test.offered {
				t.Errorf("once it is proven, the listing says %s, want %s", got, test.offered)
			}
			if country := value[string](f, "select country from churches where id = $1", id); country != "US" {
				t.Errorf("visitors in danger are told whom to call in %q", country)
			}
		})
	}
}
