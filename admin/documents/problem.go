package documents

import "narthex/static/web"

// refusal is a problem in the admin's language.
func refusal(language *web.Language, kind, code string) error {
	return language.Refuse(kind, code, "documents.problem."+code)
}
