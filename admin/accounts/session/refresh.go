package session

import (
	"context"
	"errors"
	"time"

	"narthex/admin/accounts/identity"
)

const (
	early    = time.Minute           // before an access token ends it is renewed
	lease    = 15 * time.Second      // longer than the provider may take
	lookPace = 50 * time.Millisecond // between looks for what another node gets
	waitFor  = 10 * time.Second      // that another node gets new tokens
	leeway   = 2 * time.Second       // an access token that ends sooner is of no use any more
)

// current returns a session's tokens, renewed if they are about to end.
func (s *Sessions) current(ctx context.Context, held secret, visitor string) (tokens, error) {
	ctx, cancel := context.WithTimeout(ctx, waitFor)
	defer cancel()
	for {
		found, err := s.store.find(ctx, held.hash())
		if err != nil {
			return tokens{}, err
		}
		kept, err := held.open(found.Sealed)
		if err != nil {
			return tokens{}, err
		}
		left := time.Until(found.AccessExpiresAt)
		if left > early {
			return kept, nil
		}
		if !found.Refreshing {
			won, err := s.store.claim(ctx, held.hash(), found.Sealed, lease)
			if err != nil {
				return tokens{}, err
			}
			if won {
				return s.renew(ctx, held, kept, left, visitor)
			}
		}
		if left > leeway {
			return kept, nil // another node is at it, and these still hold
		}
		select {
		case <-ctx.Done():
			return tokens{}, errors.Join(identity.ErrUnavailable, context.Cause(ctx))
		case <-time.After(lookPace):
		}
	}
}

// renew gets new tokens; the claim is ours. It is finished also when the request is over: the provider has given new tokens by then,
// and the old ones are worth nothing.
func (s *Sessions) renew(ctx context.Context, held secret, kept tokens, left time.Duration, visitor string) (tokens, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease-patience/2)
	defer cancel()
	renewed, err := s.provider.Refresh(ctx, kept.Refresh, visitor)
	if _, refused := errors.AsType[*identity.Error](err); refused && !limited(err) {
		if err := s.store.close(ctx, held.hash()); err != nil {
			return tokens{}, err
		}
		return tokens{}, errNone // signed out elsewhere, or the user is gone
	}
	if err != nil {
		if releaseErr := s.store.release(ctx, held.hash()); releaseErr != nil {
			s.logger.WarnContext(ctx, "a session's renewal was not given back", "error", releaseErr)
		}
		if left > leeway {
			return kept, nil
		}
		return tokens{}, errors.Join(identity.ErrUnavailable, err)
	}
	fresh := tokens{renewed.AccessToken, renewed.RefreshToken}
	sealed, err := held.seal(fresh)
	if err != nil {
		return tokens{}, err
	}
	if err := s.store.renew(ctx, held.hash(), sealed, renewed.Expiry(time.Now())); err != nil {
		return tokens{}, err
	}
	return fresh, nil
}

func limited(err error) bool {
	refused, ok := errors.AsType[*identity.Error](err)
	return ok && refused.Limited()
}
