package provision

import "slices"

// Withdrawn reports whether a rejected claim leaves nothing in a table.
func Withdrawn(table string) bool {
	return table == "church_identity_roles" || table == "faq_import_lines" || table == "regression_results" || // with the people, their file, and their run
		slices.ContainsFunc(withdrawn, func(w struct{ table, church string }) bool { return w.table == table })
}
