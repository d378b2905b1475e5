package identity

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// challenge is what a browser commits itself to, so that no other can use the code that it will be sent (RFC 7636).
type challenge struct {
	Challenge string `json:"code_challenge"`
	Method    string `json:"code_challenge_method"`
}

var challengePattern = regexp.MustCompile(`^[a-zA-Z._~0-9-]+$`)

func (c challenge) check() error {
	switch {
	case (c.Challenge == "") != (c.Method == ""):
		return invalid("PKCE flow requires code_challenge_method and code_challenge")
	case c.Challenge == "":
		return nil
	case len(c.Challenge) < 43 || len(c.Challenge) > 128:
		return invalid("code challenge has to be between 43 and 128 characters")
	case !challengePattern.MatchString(c.Challenge):
		return invalid("code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes")
	case !strings.EqualFold(c.Method, "s256") && !strings.EqualFold(c.Method, "plain"):
		return invalid("Invalid code_challenge_method")
	}
	return nil
}

type signUpRequest struct {
	Email    string         `json:"email"`
	Password string         `json:"password"`
	Data     map[string]any `json:"data"`
	challenge
}

// errTaken is that an address belongs to somebody who has confirmed it.
var errTaken = errors.New("the address is taken")

// signUp is POST /signup?redirect_to=. An address that somebody has confirmed is answered as if it were new, except that the user,
// who is made up, has no identities; no mail is sent then.
func (s *Server) signUp(w http.ResponseWriter, r *http.Request) error {
	if s.config.SignUpClosed {
		return refuse(http.StatusUnprocessableEntity, "signup_disabled", "Signups not allowed for this instance")
	}
	asked, err := read[signUpRequest](r)
	if err != nil {
		return err
	}
	if asked.Email == "" { // whoever gives no address asks to be nobody
		return refuse(http.StatusUnprocessableEntity, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
	}
	if asked.Password == "" {
		return invalid("Signup requires a valid password")
	}
	if err := s.checkPassword(asked.Password); err != nil {
		return err
	}
	if err := asked.challenge.check(); err != nil {
		return err
	}
	if asked.Email, err = checkEmail(asked.Email); err != nil {
		return err
	}
	hash, err := s.hash(asked.Password) // outside of the transaction: it takes long
	if err != nil {
		return err
	}
	var (
		u    *user
		made *tokens
	)
	err = s.transact(r.Context(), func(tx pgx.Tx) (err error) {
		u, made, err = s.register(r.Context(), tx, r, asked, hash)
		return err
	})
	switch {
	case errors.Is(err, errTaken) && s.config.Autoconfirm:
		return refuse(http.StatusUnprocessableEntity, "user_already_exists", "User already registered")
	case errors.Is(err, errTaken):
		writeJSON(w, http.StatusOK, s.madeUp(asked))
	case err != nil:
		return err
	case made != nil:
		writeJSON(w, http.StatusOK, made)
	default:
		writeJSON(w, http.StatusOK, u)
	}
	return nil
}

func (s *Server) register(ctx context.Context, tx pgx.Tx, r *http.Request, asked signUpRequest, hash string) (u *user, made *tokens, err error) {
	// Two sign-ups of one address at once are one and a repeated one.
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", asked.Email); err != nil {
		return nil, nil, err
	}
	now := s.now()
	u, err = userByEmail(ctx, tx, asked.Email)
	switch {
	case errors.Is(err, errNone):
		if u, err = insertUser(ctx, tx, now, asked.Email, hash, "email", asked.Data); err != nil {
			return nil, nil, err
		}
	case err != nil:
		return nil, nil, err
	case u.EmailConfirmedAt != nil:
		return nil, nil, errTaken
	}
	// Of somebody who has signed up before and confirmed nothing, neither password nor metadata is changed: it may be another person.
	if !u.signsInWith("email") {
		data := map[string]any{"sub": u.ID.String(), "email": u.Email, "email_verified": false, "phone_verified": false}
		for key, value := range asked.Data {
			if _, taken := data[key]; !taken {
				data[key] = value
			}
		}
		if err := u.addIdentity(ctx, tx, now, "email", u.ID.String(), data); err != nil {
			return nil, nil, err
		}
		if err := u.distrust(ctx, tx, "email"); err != nil {
			return nil, nil, err
		}
	}
	if s.config.Autoconfirm {
		if err := u.confirm(ctx, tx, now); err != nil {
			return nil, nil, err
		}
		made, err = s.begin(ctx, tx, r, u, "password")
		return u, made, err
	}
	if err := s.beginFlow(ctx, tx, flow{userID: &u.ID, provider: "email", how: "email/signup", challenge: asked.challenge}); err != nil {
		return nil, nil, err
	}
	return u, nil, s.sendConfirmation(ctx, tx, r, u, asked.challenge)
}

func (u *user) signsInWith(provider string) bool {
	for _, i := range u.Identities {
		if i.Provider == provider {
			return true
		}
	}
	return false
}

// madeUp is answered for an address that is taken.
func (s *Server) madeUp(asked signUpRequest) *user {
	now := s.now()
	data := maps.Clone(asked.Data)
	if data == nil {
		data = map[string]any{}
	}
	return &user{
		ID: uuid.New(), Audience: authenticated, Email: asked.Email, ConfirmationSentAt: &now, CreatedAt: now, UpdatedAt: now,
		AppMetadata: map[string]any{"provider": "email", "providers": []string{"email"}}, UserMetadata: data, Identities: []identity{},
	}
}

const longestPassword = 72 // bytes: what bcrypt can tell apart

func (s *Server) checkPassword(password string) error {
	if len(password) > longestPassword {
		return invalid("Password cannot be longer than %v characters", longestPassword)
	}
	if len(password) < s.config.ShortestSecret {
		weak := refuse(http.StatusUnprocessableEntity, "weak_password", "Password should be at least %d characters.", s.config.ShortestSecret)
		weak.reasons = []string{"length"}
		return weak
	}
	return nil
}

var emailPattern = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$")

func checkEmail(email string) (string, error) {
	switch {
	case email == "":
		return "", invalid("An email address is required")
	case len(email) > 255:
		return "", invalid("An email address is too long")
	case !emailPattern.MatchString(email):
		return "", invalid("Unable to validate email address: invalid format")
	}
	return strings.ToLower(email), nil
}

type mailRequest struct {
	Type  string `json:"type"`
	Email string `json:"email"`
	challenge
}

// resend is POST /resend?redirect_to=: the confirmation's link once more. Addresses that are unknown or confirmed are answered alike.
func (s *Server) resend(w http.ResponseWriter, r *http.Request) error {
	asked, err := read[mailRequest](r)
	if err != nil {
		return err
	}
	if asked.Type != "signup" {
		return invalid("Missing one of these types: signup, email_change, sms, phone_change")
	}
	return s.mailTo(w, r, asked, func(ctx context.Context, tx pgx.Tx, u *user) error {
		if u.EmailConfirmedAt != nil {
			return nil
		}
		if err := s.beginFlow(ctx, tx, flow{userID: &u.ID, provider: "email/signup", how: "email/signup", challenge: asked.challenge}); err != nil {
			return err
		}
		return s.sendConfirmation(ctx, tx, r, u, asked.challenge)
	})
}

// recover is POST /recover?redirect_to=: a link for who has forgotten the password. Unknown addresses are answered alike.
func (s *Server) recover(w http.ResponseWriter, r *http.Request) error {
	asked, err := read[mailRequest](r)
	if err != nil {
		return err
	}
	return s.mailTo(w, r, asked, func(ctx context.Context, tx pgx.Tx, u *user) error {
		if err := s.beginFlow(ctx, tx, flow{userID: &u.ID, provider: "recovery", how: "recovery", challenge: asked.challenge}); err != nil {
			return err
		}
		return s.sendRecovery(ctx, tx, r, u, asked.challenge)
	})
}

func (s *Server) mailTo(w http.ResponseWriter, r *http.Request, asked mailRequest, send func(context.Context, pgx.Tx, *user) error) error {
	email, err := checkEmail(asked.Email)
	if err != nil {
		return err
	}
	if err := asked.challenge.check(); err != nil {
		return err
	}
	err = s.transact(r.Context(), func(tx pgx.Tx) error {
		u, err := userByEmail(r.Context(), tx, email)
		if errors.Is(err, errNone) {
			return nil
		}
		if err != nil {
			return err
		}
		return send(r.Context(), tx, u)
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]string{})
	return nil
}

// tooSoon refuses a mail to somebody who has just got one.
func (s *Server) tooSoon(sent *time.Time) error {
	if sent == nil || s.config.MailEvery == 0 {
		return nil
	}
	if left := sent.Add(s.config.MailEvery).Sub(s.now()); left > 0 {
		return refuse(http.StatusTooManyRequests, "over_email_send_rate_limit", "For security purposes, you can only request this after %d seconds.", left/time.Second)
	}
	return nil
}
