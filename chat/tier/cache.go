// Tier 2: answers that were given before.

package tier

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"sync"
	"time"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/prompt"
)

// Cache (tier 2) answers with what this church's visitors were answered before, when the same was asked, or the same in
// other words.
type Cache struct {
	answers  *cache.Answers
	embedder string
	churches *church.Store
	readOnly bool

	purged sync.Map // church id → version up to which retracted knowledge is known to be purged
}

// NewCache returns the tier. embedder names the embedder whose vectors the sets hold.
func NewCache(answers *cache.Answers, embedder string, churches *church.Store) *Cache {
	return &Cache{answers: answers, embedder: embedder, churches: churches}
}

// ReadOnly has the tier change nothing: it answers what it would, and neither stores nor purges.
func (c *Cache) ReadOnly() *Cache {
	c.readOnly = true
	return c
}

// Answer implements chat.Tier.
func (c *Cache) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.Cacheable(ctx) {
			why := chat.PassLeans
			if turn.Personal {
				why = chat.PassPersonal
			}
			turn.Pass(chat.Passed{Reason: why})
			return
		}
		hit, found, err := c.lookUp(ctx, turn)
		if err != nil {
			yield(chat.Event{}, err)
			return
		}
		if !found {
			turn.Pass(chat.Passed{Reason: chat.PassNothing})
			return
		}
		reason := "cache"
		if hit.Exact {
			reason = "cache_exact"
		}
		yieldAnswer(yield, chat.TierEvent(2, reason, hit.Similarity), hit.Answer.Text, shownBefore(hit.Answer.Sources))
	}
}

func (c *Cache) lookUp(ctx context.Context, turn *chat.Turn) (cache.Hit, bool, error) {
	defer turn.Stage("cache")()
	if c.readOnly {
		return c.lookUpUnpurged(ctx, turn)
	}
	if err := c.purgeRetracted(ctx, turn.Church); err != nil {
		return cache.Hit{}, false, err
	}
	return c.find(ctx, turn)
}

func (c *Cache) find(ctx context.Context, turn *chat.Turn) (cache.Hit, bool, error) {
	scope, semantic := c.scope(turn), c.answers.SemanticAvailable()
	// Of words whose vector is not remembered no answer is, as a rule: one that is would be found by its meaning.
	if !semantic || !turn.Unheard {
		hit, found, err := c.answers.Exact(ctx, scope, turn.Request.Message)
		if found || err != nil {
			return hit, found, err
		}
	}
	if !semantic {
		return cache.Hit{}, false, nil
	}
	vector, err := turn.Embedding(ctx)
	if err != nil {
		return cache.Hit{}, false, err
	}
	return c.answers.Similar(ctx, scope, turn.Request.Message, vector)
}

// lookUpUnpurged passes over an answer that would be purged before a visitor could get it.
func (c *Cache) lookUpUnpurged(ctx context.Context, turn *chat.Turn) (cache.Hit, bool, error) {
	hit, found, err := c.find(ctx, turn)
	if err != nil || !found {
		return cache.Hit{}, false, err
	}
	marked, err := c.answers.PurgedThrough(ctx, turn.Church.ID)
	if err != nil {
		return cache.Hit{}, false, err
	}
	if turn.Church.RetractedThrough <= marked {
		return hit, true, nil
	}
	contents, _, err := c.churches.RetractedSince(ctx, turn.Church.ID, marked)
	retracted := slices.ContainsFunc(hit.Answer.Sources, func(s cache.Source) bool { return slices.Contains(contents, s.ID) })
	return hit, err == nil && !retracted, err
}

// purgeRetracted removes the answers made from knowledge that has since been edited or removed. The snapshot says how far
// the retractions go, so that none is missed and the common case costs a map look-up. Nodes that purge the same at once do
// no harm; the mark in Redis spares a node that starts what another has done.
func (c *Cache) purgeRetracted(ctx context.Context, snapshot *church.Snapshot) error {
	var purged int64
	if known, ok := c.purged.Load(snapshot.ID); ok {
		purged = known.(int64)
	}
	if snapshot.RetractedThrough <= purged {
		return nil
	}
	marked, err := c.answers.PurgedThrough(ctx, snapshot.ID)
	if err != nil {
		return err
	}
	if snapshot.RetractedThrough > marked {
		contents, through, err := c.churches.RetractedSince(ctx, snapshot.ID, marked)
		if err != nil {
			return err
		}
		if len(contents) > 0 {
			if _, err := c.answers.PurgeSources(ctx, snapshot.ID, contents); err != nil {
				return err
			}
		}
		marked = through
		if err := c.answers.NotePurged(ctx, snapshot.ID, marked); err != nil {
			return err
		}
	}
	c.purged.Store(snapshot.ID, marked)
	return nil
}

// storeTimeout bounds the write of an answer to the cache after the visitor has it.
const storeTimeout = 2 * time.Second

// Remember stores a generated answer to the turn's question for the next visitor who asks the same. Its sources are all
// knowledge that the model saw, shown to the visitor or not: when any of them is retracted, the answer is purged.
func (c *Cache) Remember(ctx context.Context, turn *chat.Turn, answer cache.Answer) error {
	if !turn.Cacheable(ctx) || turn.Church.Reembedding {
		return nil
	}
	vector, err := turn.Embedding(ctx)
	if err != nil {
		return err // without a vector only the very same words would find the answer
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	answer.Created = time.Now().UTC()
	asked := cache.Asked{Text: turn.Request.Message, Session: turn.Request.SessionID}
	return c.answers.Store(ctx, c.scope(turn), asked, answer, vector)
}

func (c *Cache) scope(turn *chat.Turn) cache.Scope {
	form := ".page"
	if turn.Request.Spoken { // what is heard is asked for in other words
		form = ".call"
	}
	return cache.Scope{
		ChurchID:      turn.Church.ID,
		Agent:         string(turn.Agent),
		Lens:          strconv.Itoa(turn.Lens.Lens.ID),
		Language:      turn.Spoken(),
		PromptVersion: prompt.Version + turn.Church.Lapsed + form,
		Embedder:      c.embedder,
		Epoch:         turn.Church.Epoch,
	}
}

// shownBefore are the sources that were shown beside a stored answer.
func shownBefore(stored []cache.Source) (shown []chat.Source) {
	for _, s := range stored {
		if s.Shown {
			shown = append(shown, chat.Source{ID: s.ID, Kind: s.Kind, Title: s.Title, Similarity: s.Similarity, Excerpt: s.Excerpt})
		}
	}
	return shown
}

// toCache keeps all sources, since a change of any of them purges the answer, and of those that were shown the excerpt as it was shown.
func toCache(used []source, shown []chat.Source) []cache.Source {
	sources := make([]cache.Source, len(used))
	for i, s := range used {
		sources[i] = cache.Source{ID: s.ID, Kind: s.Kind, Title: s.Title, Similarity: s.Similarity}
		if at := slices.IndexFunc(shown, func(c chat.Source) bool { return c.ID == s.ID }); at >= 0 {
			sources[i].Shown, sources[i].Excerpt = true, shown[at].Excerpt
		}
	}
	return sources
}
