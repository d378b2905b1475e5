package team

import (
	"slices"

	"narthex/admin/access"
)

// mayGrant reports whether an admin may give somebody a role: nobody gives more than they have, and only an admin makes another
// one. An admin fills every role but for themselves: what a pastor alone is told is not an admin's for the asking.
func mayGrant(a access.Admin, role access.Role, toThemselves bool) bool {
	if a.Has(access.RoleAdmin) && !toThemselves {
		return true
	}
	if role == access.RoleAdmin {
		return a.Has(access.RoleAdmin)
	}
	given := access.Admin{Roles: []access.Role{role}}
	return !slices.ContainsFunc(access.Areas(), func(area access.Area) bool {
		return given.Sees(area) && !a.Sees(area) || given.Changes(area) && !a.Changes(area)
	})
}

// rolesOf are the roles that a request names, each once and in the order in which they are offered. ok is false if there is none,
// or one that does not exist.
func rolesOf(names []string) (roles []access.Role, ok bool) {
	for _, role := range access.Roles() {
		if slices.Contains(names, string(role)) {
			roles = append(roles, role)
		}
	}
	for _, name := range names {
		if !slices.Contains(roles, access.Role(name)) {
			return nil, false
		}
	}
	return roles, len(roles) > 0
}
