package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// authorize is GET /authorize?provider=&redirect_to=&code_challenge=&code_challenge_method=: a sign-in through another provider
// begins.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	provider := strings.ToLower(asked.Get("provider"))
	if !slices.Contains(s.config.Providers, provider) {
		return invalid("Unsupported provider: provider is not enabled")
	}
	begun := flow{
		provider: provider, how: "oauth", referrer: s.redirects.of(r),
		challenge: challenge{Challenge: asked.Get("code_challenge"), Method: asked.Get("code_challenge_method")},
	}
	if err := begun.challenge.check(); err != nil {
		return err
	}
	var state uuid.UUID
	err := s.transact(r.Context(), func(tx pgx.Tx) (err error) {
		state, err = s.keepFlow(r.Context(), tx, begun)
		return err
	})
	if err != nil {
		return err
	}
	at := s.externalURL(r) + "/pretend?" + url.Values{"provider": {provider}, "state": {state.String()}, "redirect_uri": {s.externalURL(r) + "/callback"}}.Encode()
	http.Redirect(w, r, at, http.StatusFound)
	return nil
}

//go:embed pretend.html
var pretendSource string

var pretendTemplate = template.Must(template.New("pretend").Parse(pretendSource))

// pretendPage is GET /pretend: the other provider's page, where somebody chooses an address or cancels.
func (s *Server) pretendPage(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'")
	header.Set("Referrer-Policy", "no-referrer")
	return pretendTemplate.Execute(w, map[string]string{"Provider": asked.Get("provider"), "State": asked.Get("state")})
}

// person is who somebody says to be on the pretended provider's page.
type person struct {
	Email      string `json:"email"`
	Name       string `json:"name"`
	Unverified bool   `json:"unverified"` // the provider does not vouch for the address
}

// pretend is POST /pretend: the choice made there. The code that it leads on with is the choice itself, signed.
func (s *Server) pretend(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return invalid("unreadable form")
	}
	back := url.Values{"state": {r.PostForm.Get("state")}}
	if r.PostForm.Has("cancel") {
		back.Set("error", "access_denied")
		back.Set("error_description", "The user cancelled the sign-in")
	} else {
		email, err := checkEmail(strings.TrimSpace(r.PostForm.Get("email")))
		if err != nil {
			return err
		}
		code, err := s.seal(person{Email: email, Name: strings.TrimSpace(r.PostForm.Get("name")), Unverified: r.PostForm.Has("unverified")})
		if err != nil {
			return err
		}
		back.Set("code", code)
	}
	http.Redirect(w, r, s.externalURL(r)+"/callback?"+back.Encode(), http.StatusSeeOther)
	return nil
}

func (s *Server) mac(content string) string {
	mac := hmac.New(sha256.New, []byte("pretended provider "+s.config.JWTSecret))
	mac.Write([]byte(content))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (s *Server) seal(p person) (string, error) {
	content, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	encoded := base64.RawURLEncoding.EncodeToString(content)
	return encoded + "." + s.mac(encoded), nil
}

func (s *Server) unseal(code string) (p person, err error) {
	encoded, mac, _ := strings.Cut(code, ".")
	content, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil || !hmac.Equal([]byte(mac), []byte(s.mac(encoded))) {
		return p, refuse(http.StatusInternalServerError, "unexpected_failure", "Unable to exchange external code")
	}
	return p, json.Unmarshal(content, &p)
}

// callback is /callback?state=&code=: the browser comes back from the other provider, and is sent on with a code or, without a
// challenge, with tokens in the fragment. What went wrong leads on too, where the flow is known; else to the site.
func (s *Server) callback(w http.ResponseWriter, r *http.Request) error {
	asked := r.FormValue
	var to string
	err := s.transact(r.Context(), func(tx pgx.Tx) error {
		to = s.redirects.siteURL
		f, err := s.flowOfState(r.Context(), tx, asked("state"))
		if err != nil {
			return err
		}
		if f.referrer != "" {
			to = f.referrer
		}
		if asked("error") != "" {
			return &oauthProblem{asked("error"), asked("error_description")}
		}
		if asked("code") == "" {
			return refuse(http.StatusBadRequest, "bad_oauth_callback", "OAuth callback with missing authorization code missing")
		}
		who, err := s.unseal(asked("code"))
		if err != nil {
			return err
		}
		to, err = s.arrive(r.Context(), tx, r, f, who, to)
		return err
	})
	if err != nil {
		to = s.errorAddress(r.Context(), to, err, true)
	}
	http.Redirect(w, r, to, http.StatusFound)
	return nil
}

func (s *Server) flowOfState(ctx context.Context, tx pgx.Tx, state string) (flow, error) {
	if state == "" {
		return flow{}, refuse(http.StatusBadRequest, "bad_oauth_callback", "OAuth state parameter missing")
	}
	id, err := uuid.Parse(state)
	if err != nil {
		return flow{}, refuse(http.StatusBadRequest, "bad_oauth_state", "OAuth state parameter is invalid")
	}
	f, err := findFlow(ctx, tx, "id = $1 for update", id)
	switch {
	case errors.Is(err, errNone):
		return flow{}, refuse(http.StatusBadRequest, "bad_oauth_state", "OAuth state not found or expired")
	case err != nil:
		return flow{}, err
	case s.over(f):
		return flow{}, refuse(http.StatusBadRequest, "bad_oauth_state", "OAuth state has expired")
	case f.Challenge != "" && f.userID != nil:
		return flow{}, refuse(http.StatusBadRequest, "flow_state_already_used", "State has already been used")
	}
	return f, nil
}

// arrive finds or makes the user of somebody who comes from another provider, and returns where the browser is sent on to. Whoever
// confirms an address there takes over what was begun here with it and never confirmed, without its password and its metadata.
func (s *Server) arrive(ctx context.Context, tx pgx.Tx, r *http.Request, f flow, who person, to string) (string, error) {
	u, err := s.outsider(ctx, tx, f.provider, who)
	if err != nil {
		return to, err
	}
	if u.banned(s.now()) {
		return to, refuse(http.StatusForbidden, "user_banned", "User is banned")
	}
	if u.EmailConfirmedAt == nil {
		if err := u.distrust(ctx, tx, f.provider); err != nil {
			return to, err
		}
		if who.Unverified {
			if err := s.sendConfirmation(ctx, tx, r, u, challenge{}); err != nil {
				return to, err
			}
			return to, committed{refuse(http.StatusUnprocessableEntity, "provider_email_needs_verification",
				"Unverified email with %[1]v. A confirmation email has been sent to your %[1]v email", f.provider)}
		}
		if err := u.confirm(ctx, tx, s.now()); err != nil {
			return to, err
		}
	}
	if f.Challenge == "" {
		made, err := s.begin(ctx, tx, r, u, "oauth")
		if err != nil {
			return to, err
		}
		_, err = tx.Exec(ctx, "delete from auth.flow_state where id = $1", f.id)
		return made.address(to, ""), err
	}
	if _, err := tx.Exec(ctx, "update auth.flow_state set user_id = $2, auth_code_issued_at = $3, updated_at = $3 where id = $1", f.id, u.ID, s.now()); err != nil {
		return to, err
	}
	return withParameter(to, "code", f.code)
}

// outsider is the user of somebody who comes from another provider.
func (s *Server) outsider(ctx context.Context, tx pgx.Tx, provider string, who person) (*user, error) {
	sub := tokenHash(provider, who.Email)[:21] // the same at every visit
	data := map[string]any{
		"iss": "https://" + provider + ".example", "sub": sub, "provider_id": sub, "email": who.Email, "email_verified": !who.Unverified, "phone_verified": false,
	}
	if who.Name != "" {
		data["name"], data["full_name"] = who.Name, who.Name
	}
	now := s.now()
	u, err := findUser(ctx, tx, "id = (select user_id from auth.identities where provider = $1 and provider_id = $2)", provider, sub)
	if err == nil { // been here before
		_, err := tx.Exec(ctx, "update auth.identities set identity_data = $3, last_sign_in_at = $4 where provider = $1 and provider_id = $2", provider, sub, data, now)
		if err != nil {
			return nil, err
		}
		return u, u.setMetadata(ctx, tx, data)
	}
	if !errors.Is(err, errNone) {
		return nil, err
	}
	u, err = userByEmail(ctx, tx, who.Email)
	switch {
	case err == nil && !who.Unverified:
		if err := u.addIdentity(ctx, tx, now, provider, sub, data); err != nil {
			return nil, err
		}
		if err := u.setMetadata(ctx, tx, data); err != nil {
			return nil, err
		}
		return u, u.nameProviders(ctx, tx)
	case err == nil:
		return nil, refuse(http.StatusInternalServerError, "unexpected_failure", "Multiple accounts with the same email address in the same linking domain detected: default")
	case !errors.Is(err, errNone):
		return nil, err
	case s.config.SignUpClosed:
		return nil, refuse(http.StatusUnprocessableEntity, "signup_disabled", "Signups not allowed for this instance")
	}
	if u, err = insertUser(ctx, tx, now, who.Email, "", provider, data); err != nil {
		return nil, err
	}
	return u, u.addIdentity(ctx, tx, now, provider, sub, data)
}
