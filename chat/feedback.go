package chat

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// Opinion is what a visitor thinks of an answer.
type Opinion struct {
	Value   string // up, down, or "" for nothing any more
	Comment string // why, in their own words, if they say so; up to MaxCommentRunes
}

// MaxCommentRunes is the length of the longest comment, in characters.
const MaxCommentRunes = 1000

// clean trims the comment and refuses what is no opinion.
func (o *Opinion) clean() error {
	if o.Value != "" && o.Value != "up" && o.Value != "down" {
		return ErrInvalidFeedback
	}
	o.Comment = strings.TrimSpace(strings.ReplaceAll(o.Comment, "\r\n", "\n"))
	if !utf8.ValidString(o.Comment) || strings.ContainsFunc(o.Comment, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		return ErrInvalidText
	}
	if utf8.RuneCountInString(o.Comment) > MaxCommentRunes {
		return ErrCommentTooLong
	}
	return nil
}

// Feedback keeps what a visitor thinks of an answer, in place of what they thought before.
func (s *Service) Feedback(ctx context.Context, ref TurnRef, opinion Opinion) error {
	return s.refused(s.feedback(ctx, ref, opinion))
}

func (s *Service) feedback(ctx context.Context, ref TurnRef, opinion Opinion) error {
	if err := opinion.clean(); err != nil {
		return err
	}
	if running, ok := s.hub.find(ref); ok {
		ref = running.ref
	} else {
		var err error
		if ref, err = s.withChurch(ctx, ref); err != nil {
			return err
		}
		found, err := s.journal.Follow(ctx, ref, 0)
		if err != nil || found.state == turnUnknown {
			if _, err := s.fromPostgres(ctx, ref, err); err != nil {
				return err
			}
		}
	}
	if err := s.transcript.Rate(ctx, ref, opinion); err != nil {
		return ErrUnavailable.because(err)
	}
	return nil
}

// Rate keeps a visitor's opinion of an answer; one without a value takes back what was said before.
func (t *Transcript) Rate(ctx context.Context, ref TurnRef, opinion Opinion) error {
	err := church.InChurch(ctx, t.pool, ref.Church, func(tx pgx.Tx) error {
		if opinion.Value == "" {
			_, err := tx.Exec(ctx, `delete from message_feedback where turn_id = $1 and church_id = $2`, ref.Turn, ref.Church)
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into message_feedback (turn_id, church_id, conversation_id, value, comment)
			values ($1, $2, $3, $4, nullif($5, ''))
			on conflict (turn_id) do update set value = excluded.value, comment = excluded.comment, updated_at = now()`,
			ref.Turn, ref.Church, conversationID(ref.Church, ref.Session), opinion.Value, opinion.Comment)
		return err
	})
	if err != nil {
		return fmt.Errorf("store a visitor's opinion: %w", err)
	}
	return nil
}
