package faqs

import "narthex/static/web"

// problem is a refusal that is safe to show.
type problem struct {
	kind, code, public string
	fields             map[string]string
}

func (p *problem) Error() string  { return p.code }
func (p *problem) Kind() string   { return p.kind }
func (p *problem) Code() string   { return p.code }
func (p *problem) Public() string { return p.public }

// Fields says what is the matter with single fields, in the admin's language, by the names that JSON has for them.
func (p *problem) Fields() map[string]string { return p.fields }

var _ web.FieldProblem = (*problem)(nil)

// refusal is a problem in the admin's language.
func refusal(language *web.Language, kind, code string) error {
	public, err := language.Text("faqs.problem." + code)
	if err != nil {
		return err
	}
	return &problem{kind: kind, code: code, public: public}
}
