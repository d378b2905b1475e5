package documents

import "narthex/static/web"

// problem is a refusal that is safe to show.
type problem struct{ kind, code, public string }

func (p *problem) Error() string  { return p.code }
func (p *problem) Kind() string   { return p.kind }
func (p *problem) Code() string   { return p.code }
func (p *problem) Public() string { return p.public }

// refusal is a problem in the admin's language.
func refusal(language *web.Language, kind, code string) error {
	public, err := language.Text("documents.problem." + code)
	if err != nil {
		return err
	}
	return &problem{kind, code, public}
}
