package lookup

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// silent reads from a Postgres that says nothing.
func silent(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// lookUp looks up nothing in particular.
func lookUp(ctx context.Context, b *bounds, from func(context.Context) error) error {
	_, err := read(ctx, b, func(ctx context.Context) (struct{}, error) { return struct{}{}, from(ctx) })
	return err
}

func answers(context.Context) error { return nil }

// TestASilentPostgresIsLeftAlone: when enough have waited for it in vain, the next do not, until it answers who tries.
func TestASilentPostgresIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBounds(300 * time.Millisecond)
		var crowd sync.WaitGroup
		for range 20 {
			crowd.Go(func() { _ = lookUp(t.Context(), b, silent) })
		}
		crowd.Wait()
		began := time.Now()
		for range 10 {
			if err := lookUp(t.Context(), b, answers); !errors.Is(err, errUnasked) || time.Since(began) > 0 {
				t.Fatalf("%v after %v", err, time.Since(began))
			}
		}
		time.Sleep(2 * time.Second)
		if err := lookUp(t.Context(), b, silent); !errors.Is(err, context.DeadlineExceeded) { // who tries waits as long as before
			t.Errorf("the first to try again: %v", err)
		}
		if err := lookUp(t.Context(), b, answers); !errors.Is(err, errUnasked) {
			t.Errorf("the next: %v", err)
		}
		time.Sleep(2 * time.Second)
		for range 10 {
			if err := lookUp(t.Context(), b, answers); err != nil {
				t.Fatalf("it is back: %v", err)
			}
		}
	})
}

func TestAPostgresThatAnswersIsAsked(t *testing.T) {
	for name, read := range map[string]func(context.Context) error{
		"with an error": func(context.Context) error { return errors.New("no such column") },
		"to most": func() func(context.Context) error {
			asked := 0
			return func(ctx context.Context) error {
				if asked++; asked%4 == 0 {
					return silent(ctx)
				}
				return nil
			}
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBounds(300 * time.Millisecond)
				for range 100 {
					if err := lookUp(t.Context(), b, read); errors.Is(err, errUnasked) {
						t.Fatal("it is left alone")
					}
				}
			})
		})
	}
	t.Run("unless whoever asks has left", func(t *testing.T) {
		b := newBounds(time.Hour)
		gone, leave := context.WithCancel(t.Context())
		leave()
		for range 100 {
			if err := lookUp(gone, b, silent); errors.Is(err, errUnasked) {
				t.Fatal("it is left alone")
			}
		}
	})
}
