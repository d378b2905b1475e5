package cases

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"narthex/chat/evaluate"
)

// AtOnce is how many cases are asked at a time: visitors' questions go to the same model.
const AtOnce = 8

// Ask answers a question without effect on anybody, see evaluate.Evaluator.
type Ask func(context.Context, evaluate.Question) (*evaluate.Evaluation, error)

// Run asks cases of a configuration of a church, and holds the answers to what is expected. Each result is told to done as it comes,
// by one goroutine at a time in no particular order. It fails where the church cannot be asked at all, or ctx ends.
func Run(ctx context.Context, ask Ask, about evaluate.Question, all []Case, done func(index int, result Result)) error {
	asking, within := errgroup.WithContext(ctx)
	asking.SetLimit(AtOnce)
	turn := make(chan struct{}, 1)
	for i, c := range all {
		if within.Err() != nil {
			break
		}
		asking.Go(func() error {
			q := about
			q.Message, q.Agent, q.History, q.Others = c.Question, c.Agent, c.History, false
			e, err := ask(within, q)
			if err != nil {
				return fmt.Errorf("ask case %d: %w", i+1, err)
			}
			if within.Err() != nil {
				return within.Err() // what was cut off says nothing of the answer
			}
			turn <- struct{}{}
			defer func() { <-turn }()
			done(i, c.Judge(e))
			return nil
		})
	}
	if err := asking.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
