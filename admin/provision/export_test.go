package provision

import (
	"slices"
	"strings"
)

// Withdrawn reports whether a rejected claim leaves nothing in a table.
func Withdrawn(table string) bool {
	const withOthers = " church_identity_roles answerable_faqs faq_import_lines regression_results site_import_pages site_import_drafts " + // the people, the FAQs, their file, their run, their website
		"event_registrations group_join_requests volunteer_signups audit_log " // the events, the groups, the roles; forget_changes
	return strings.Contains(withOthers, " "+table+" ") || slices.Contains(visited, table) ||
		slices.ContainsFunc(withdrawn, func(w struct{ table, church string }) bool { return w.table == table })
}

// Visited are the tables of what visitors leave.
var Visited = visited
