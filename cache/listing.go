package cache

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Listed is an answer that a church's visitors may be given again.
type Listed struct {
	ID string // for Get and Forget
	Answer
	Expires time.Time
}

// The bounds of a listing.
const (
	mostListed  = 100 // answers on a page
	listRounds  = 5   // at most so often a page looks further because what it met is dead
	listTimeout = 5 * time.Second
)

// answerID is the part of an answer's key that is its own.
var answerID = regexp.MustCompile(`^[\w-]{22}:[\w-]{22}$`)

// List returns answers of a church, those that were stored last first, and where the next page begins; "" ends the list. A page begins
// with the answer after the one that cursor names; "" is the first page, and so is a cursor that is none. A page may be short, or empty,
// though there is a next one: answers that were purged are met and left out. What is stored while somebody leafs through stands on a page
// that they have seen already, and nothing is told twice.
func (a *Answers) List(ctx context.Context, churchID uuid.UUID, cursor string, limit int) (found []Listed, next string, err error) {
	limit = min(max(limit, 1), mostListed)
	at := cursorOf(cursor)
	for range listRounds {
		met, some, err := a.listSome(ctx, keysOf(churchID), at, limit+1)
		if err != nil {
			return nil, "", fmt.Errorf("list answers: %w", err)
		}
		if found = append(found, some...); len(found) > limit {
			last := found[limit-1]
			return found[:limit], listCursor{last.Expires.UnixMilli(), last.ID}.String(), nil
		}
		if len(met) <= limit {
			return found, "", nil
		}
		last := met[len(met)-1]
		at = listCursor{int64(last.Score), fmt.Sprint(last.Member)}
	}
	return found, at.String(), nil
}

// listSome reads the next answers of the list: those that are in it, and those of them that there are.
func (a *Answers) listSome(ctx context.Context, k keys, after listCursor, limit int) (met []redis.Z, found []Listed, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, listTimeout, errDeadline)
	defer cancel()
	if met, err = a.after(ctx, k, after, limit); err != nil || len(met) == 0 {
		return nil, nil, err
	}
	texts, lives := make([]*redis.StringCmd, len(met)), make([]*redis.DurationCmd, len(met))
	_, err = a.client.Pipelined(ctx, func(pipeline redis.Pipeliner) error {
		for i, one := range met {
			key := k.answer() + fmt.Sprint(one.Member)
			texts[i], lives[i] = pipeline.Get(ctx, key), pipeline.PTTL(ctx, key)
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, nil, err
	}
	for i, one := range met {
		kept, err := openAnswer(texts[i].Val())
		if lives[i].Val() > 0 && err == nil {
			found = append(found, Listed{ID: fmt.Sprint(one.Member), Answer: kept.Answer, Expires: time.UnixMilli(int64(one.Score))})
		}
	}
	return met, found, nil
}

// after reads the answers behind a place of the list. Those that end in the same millisecond stand in the order of their ids.
func (a *Answers) after(ctx context.Context, k keys, place listCursor, limit int) ([]redis.Z, error) {
	highest, skip := "+inf", int64(0)
	if place.id != "" {
		highest = strconv.FormatInt(place.score, 10)
		same, err := a.client.ZRangeByScore(ctx, k.listed(), &redis.ZRangeBy{Min: highest, Max: highest, Count: scanBatch}).Result()
		if err != nil {
			return nil, err
		}
		for _, id := range same {
			if id >= place.id {
				skip++
			}
		}
	}
	return a.client.ZRevRangeByScoreWithScores(ctx, k.listed(), &redis.ZRangeBy{Min: "-inf", Max: highest, Offset: skip, Count: int64(limit)}).Result()
}

// listCursor is a place in the list: an answer of it, or where one was.
type listCursor struct {
	score int64 // when it ends, Unix milliseconds
	id    string
}

// String is the cursor for who asks for the next page.
func (c listCursor) String() string {
	return strconv.FormatInt(c.score, 10) + "_" + c.id
}

func cursorOf(text string) (c listCursor) {
	score, id, _ := strings.Cut(text, "_")
	at, err := strconv.ParseInt(score, 10, 64)
	if err != nil || !answerID.MatchString(id) {
		return listCursor{}
	}
	return listCursor{at, id}
}

// Get returns an answer of a church that List told of; ok is false when there is no such one any more.
func (a *Answers) Get(ctx context.Context, churchID uuid.UUID, id string) (found Listed, ok bool, err error) {
	if !answerID.MatchString(id) {
		return Listed{}, false, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, listTimeout, errDeadline)
	defer cancel()
	key := keysOf(churchID).answer() + id
	text, err := a.client.Get(ctx, key).Result()
	if errors.Is(err, redis.Nil) {
		return Listed{}, false, nil
	}
	if err != nil {
		return Listed{}, false, fmt.Errorf("read an answer: %w", err)
	}
	left, err := a.client.PTTL(ctx, key).Result()
	if err != nil {
		return Listed{}, false, fmt.Errorf("read an answer: %w", err)
	}
	kept, err := openAnswer(text)
	return Listed{ID: id, Answer: kept.Answer, Expires: time.Now().Add(left)}, left > 0 && err == nil, nil
}

// Forget removes an answer of a church; removed is false when there was none. Who asks the same again is answered anew, and that answer
// may be kept.
func (a *Answers) Forget(ctx context.Context, churchID uuid.UUID, id string) (removed bool, err error) {
	if !answerID.MatchString(id) {
		return false, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, purgeTimeout, errDeadline)
	defer cancel()
	k := keysOf(churchID)
	n, err := forgetScript.Run(ctx, a.client, []string{k.answer(), k.listed(), k.sources(), k.answerBefore()}, id).Int()
	if err != nil {
		return false, fmt.Errorf("forget an answer: %w", err)
	}
	a.metrics.purged.Add(float64(n))
	return n == 1, nil
}
