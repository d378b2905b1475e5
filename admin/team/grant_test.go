package team

import (
	"slices"
	"testing"

	"narthex/admin/access"
)

func TestNobodyGivesMoreThanTheyHave(t *testing.T) {
	t.Parallel()
	everyRole := access.Roles()
	for _, test := range []struct {
		name         string
		who          access.Admin
		toThemselves bool
		gives        []access.Role
	}{
		{"an admin to others", access.Admin{Roles: []access.Role{access.RoleAdmin}}, false, everyRole},
		{"an admin to themselves", access.Admin{Roles: []access.Role{access.RoleAdmin}}, true,
			[]access.Role{access.RoleAdmin, access.OfficeAdmin, access.CareTeam, access.Treasurer, access.VolunteerLeader, access.WorshipLeader}},
		{"an admin who stands in, to themselves", access.Admin{Roles: []access.Role{access.RoleAdmin}, StandsIn: true}, true, everyRole},
		{"a pastor", access.Admin{Roles: []access.Role{access.Pastor}}, false,
			[]access.Role{access.Pastor, access.OfficeAdmin, access.PrayerTeam, access.CareTeam, access.VolunteerLeader, access.WorshipLeader}},
		{"a treasurer", access.Admin{Roles: []access.Role{access.Treasurer}}, false, []access.Role{access.Treasurer}},
		{"somebody of the prayer and care teams", access.Admin{Roles: []access.Role{access.PrayerTeam, access.CareTeam}}, false, []access.Role{access.PrayerTeam, access.CareTeam}},
		{"nobody", access.Admin{}, false, nil},
	} {
		for _, role := range everyRole {
			if got, want := mayGrant(test.who, role, test.toThemselves), slices.Contains(test.gives, role); got != want {
				t.Errorf("%s gives %s: %v, want %v", test.name, role, got, want)
			}
		}
	}
}
