package chat

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"

	"narthex/chat/church"
)

// Forget is DELETE /api/chatbot/conversations/{sessionId}?churchId=: deletes a conversation for its visitor, who alone knows
// the session. It answers 204, also when there is no such conversation (any more). Requests that were made in it stay: the
// people of the church have been told of them.
func (h *Handler) Forget(w http.ResponseWriter, r *http.Request) error {
	session, err := parseID(chi.URLParam(r, "sessionId"))
	if err != nil {
		return ErrInvalidSessionID.because(err)
	}
	churchID, err := parseID(r.URL.Query().Get("churchId"))
	if err != nil {
		return ErrInvalidChurchID.because(err)
	}
	if err := h.service.Forget(r.Context(), churchID, session, h.ClientAddress(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

const (
	// forgetsPerMinute is how many conversations may be forgotten from one address in a minute: each leaves a mark behind.
	forgetsPerMinute = 20
)

// forgottenFor is how long a mark is kept, longer than anything that could bring a conversation back.
const forgottenFor = 30 * 24 * time.Hour

// Forget deletes a conversation wherever it is kept, and whatever of it is on its way there. Its session takes no more
// messages; answers under way in it are stopped. It may be repeated, and with ErrUnavailable must be.
//
// The marks come first, in Redis and in Postgres: from then on nothing is accepted or stored, so that what is deleted stays
// deleted. A node that is cut off from Redis while another forgets may remember the conversation in memory for as long as
// memory keeps anything.
func (s *Service) Forget(ctx context.Context, churchID, session uuid.UUID, address string) error {
	return s.refused(s.forget(ctx, churchID, session, address))
}

func (s *Service) forget(ctx context.Context, churchID, session uuid.UUID, address string) error {
	decision, err := s.limiter.Allow(ctx, churchID, "forget", address, forgetsPerMinute)
	if err != nil {
		return ErrUnavailable.because(err)
	}
	if !decision.Allowed {
		return ErrRateLimited.after(decision.RetryAfter)
	}
	markErr := s.journal.Forget(ctx, churchID, session, nil)
	turns, err := s.transcript.Forget(ctx, churchID, session)
	if isForeignKey(err) {
		return ErrChurchNotFound
	}
	for _, r := range s.hub.all() {
		if r.ref.Church == churchID && r.ref.Session == session {
			r.cancel(errStopped)
		}
	}
	s.memory.forget(churchID, session)
	if err := errors.Join(markErr, err); err != nil {
		return ErrUnavailable.because(err)
	}
	if err := s.journal.Forget(ctx, churchID, session, turns); err != nil {
		return ErrUnavailable.because(err)
	}
	return nil
}

// forget lets go of a conversation.
func (m *memory) forget(churchID, sessionID uuid.UUID) {
	m.recent.Invalidate(conversationID(churchID, sessionID))
}

// isForeignKey reports whether there is no such church.
func isForeignKey(err error) bool {
	const violation = "23503"
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.Code == violation
}

// storingLock is the advisory lock that storing a church's messages shares, and that forgetting one of its conversations
// has alone: a message that is just being stored would not be seen, and stay.
func storingLock(churchID uuid.UUID) int64 {
	const salt = 0x666f72676574 // other locks are made of church ids, too
	return int64(binary.BigEndian.Uint64(churchID[:8]) ^ binary.BigEndian.Uint64(churchID[8:]) ^ salt)
}

// Forget deletes a conversation with its messages and opinions, and sees to it that none are stored any more. It returns
// the turns that Redis may remember.
func (t *Transcript) Forget(ctx context.Context, churchID, sessionID uuid.UUID) (turns []uuid.UUID, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
	defer cancel()
	conversation := conversationID(churchID, sessionID)
	batch := &pgx.Batch{}
	batch.Queue(`select pg_advisory_xact_lock($1)`, storingLock(churchID))
	batch.Queue(`insert into forgotten_conversations (conversation_id, church_id) values ($1, $2) on conflict do nothing`, conversation, churchID)
	batch.Queue(`delete from forgotten_conversations where church_id = $1 and forgotten_at < now() - $2::interval`, churchID, forgottenFor)
	batch.Queue(`delete from message_feedback where church_id = $1 and conversation_id = $2`, churchID, conversation)
	batch.Queue(`
		select distinct turn_id from messages
		where church_id = $1 and conversation_id = $2 and created_at > now() - $3::interval`, churchID, conversation, answeredTTL+time.Hour)
	batch.Queue(`delete from conversations where church_id = $1 and id = $2`, churchID, conversation)
	err = church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		for range 4 {
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		rows, err := results.Query()
		if err != nil {
			return err
		}
		if turns, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]); err != nil {
			return err
		}
		_, err = results.Exec() // messages go with it
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("forget a conversation: %w", err)
	}
	return turns, nil
}

func forgottenKey(churchID, session uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:forgotten:" + session.String()
}

// forgetTurnsScript marks a conversation, deletes what is kept of its turns, and gives the turns that are running. Those have
// nothing left from which another node could answer them, and are stopped.
//
//	KEYS forgotten, crisis, running
//	ARGV session, TTL of the mark in seconds, how many running turns to look through, ended turns
var forgetTurnsScript = redis.NewScript(`
	redis.call('SET', KEYS[1], '1', 'EX', ARGV[2])
	redis.call('UNLINK', KEYS[2])
	local prefix = string.sub(KEYS[3], 1, -#'running' - 1) .. 'turn:'
	local stopped = {}
	for _, id in ipairs(redis.call('ZREVRANGE', KEYS[3], 0, ARGV[3] - 1)) do
		if redis.call('HGET', prefix .. id, 'session') == ARGV[1] then
			redis.call('HSET', prefix .. id, 'stop', '1')
			redis.call('HDEL', prefix .. id, 'seed')
			stopped[#stopped + 1] = id
		end
	end
	for i = 4, #ARGV do
		local log = prefix .. ARGV[i] .. ':log'
		if redis.call('GETRANGE', log, 0, #ARGV[1] - 1) == ARGV[1] then
			redis.call('UNLINK', log)
		end
	end
	return stopped`)

// maxForgetting bounds how many running turns, and how many records, are looked through for those of one conversation.
const maxForgetting = 2000

// Forget marks a conversation as forgotten and deletes what the journal keeps of its turns: those given, and those whose
// records are not in Postgres yet.
func (j *Journal) Forget(ctx context.Context, churchID, session uuid.UUID, turns []uuid.UUID) error {
	var stopped []string
	err := j.try(ctx, func(ctx context.Context) error {
		waiting, err := j.purge(ctx, churchID, session)
		if err != nil {
			return err
		}
		args := []any{session.String(), int(forgottenFor.Seconds()), maxForgetting}
		for _, turn := range append(waiting, turns...) {
			args = append(args, turn.String())
		}
		keys := []string{forgottenKey(churchID, session), crisisKey(churchID, session), runningKey(churchID)}
		stopped, err = forgetTurnsScript.Run(ctx, j.redis, keys, args...).StringSlice()
		return err
	})
	if err != nil {
		return fmt.Errorf("forget a conversation: %w", err)
	}
	for _, turn := range stopped {
		err := j.try(ctx, func(ctx context.Context) error {
			return j.redis.Publish(ctx, stopChannel, churchID.String()+" "+turn).Err()
		})
		if err != nil {
			return fmt.Errorf("stop the answers of a conversation: %w", err)
		}
	}
	return nil
}

// purge deletes a conversation's records that were set aside because Postgres will not take them, and returns the turns of
// those that are on their way: these are dropped when they get there.
func (j *Journal) purge(ctx context.Context, churchID, session uuid.UUID) (turns []uuid.UUID, err error) {
	for _, stream := range []string{journalKey(churchID), refusedKey(churchID)} {
		entries, err := j.redis.XRangeN(ctx, stream, "-", "+", maxForgetting).Result()
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			records, err := recordsOf(churchID, entry)
			if err != nil || records[0].SessionID != session {
				continue // what cannot be read is for a person to look at
			}
			turns = append(turns, records[0].TurnID)
			if stream == refusedKey(churchID) {
				err = j.redis.XDel(ctx, stream, entry.ID).Err()
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return turns, nil
}
