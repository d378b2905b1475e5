package identity

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// getUser is GET /user.
func (s *Server) getUser(w http.ResponseWriter, r *http.Request) error {
	return s.transact(r.Context(), func(tx pgx.Tx) error {
		u, _, err := s.caller(r.Context(), tx, r)
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, u)
		return nil
	})
}

// putUser is PUT /user: another password, or other metadata. A new password ends the user's other sessions.
func (s *Server) putUser(w http.ResponseWriter, r *http.Request) error {
	asked, err := read[struct {
		Password *string        `json:"password"`
		Data     map[string]any `json:"data"`
	}](r)
	if err != nil {
		return err
	}
	var u *user
	err = s.transact(r.Context(), func(tx pgx.Tx) error {
		var session uuid.UUID
		if u, session, err = s.caller(r.Context(), tx, r); err != nil {
			return err
		}
		if asked.Password != nil {
			if err := s.changePassword(r, tx, u, session, *asked.Password); err != nil {
				return err
			}
		}
		if asked.Data == nil {
			return nil
		}
		return u.setMetadata(r.Context(), tx, asked.Data)
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, u)
	return nil
}

func (s *Server) changePassword(r *http.Request, tx pgx.Tx, u *user, session uuid.UUID, password string) error {
	if err := s.checkPassword(password); err != nil {
		return err
	}
	if u.has(password) {
		return refuse(http.StatusUnprocessableEntity, "same_password", "New password should be different from the old password.")
	}
	hash, err := s.hash(password)
	if err != nil {
		return err
	}
	if err := u.setPassword(r.Context(), tx, hash); err != nil {
		return err
	}
	_, err = tx.Exec(r.Context(), "delete from auth.sessions where user_id = $1 and id <> $2", u.ID, session)
	return err
}

// logout is POST /logout?scope=: of this session alone, of all others or, which is the default, of all.
func (s *Server) logout(w http.ResponseWriter, r *http.Request) error {
	scope := r.URL.Query().Get("scope")
	err := s.transact(r.Context(), func(tx pgx.Tx) error {
		u, session, err := s.caller(r.Context(), tx, r)
		if err != nil {
			return err
		}
		switch scope {
		case "local":
			_, err = tx.Exec(r.Context(), "delete from auth.sessions where id = $1", session)
		case "others":
			_, err = tx.Exec(r.Context(), "delete from auth.sessions where user_id = $1 and id <> $2", u.ID, session)
		case "", "global":
			_, err = tx.Exec(r.Context(), "delete from auth.sessions where user_id = $1", u.ID)
		default:
			err = invalid("Unsupported logout scope %q", scope)
		}
		return err
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
