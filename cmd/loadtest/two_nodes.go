package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// maxTwiceRatio bounds what a question may cost with twice the load on two nodes, beside what it costs on one: what a platform needs is
// worked out by multiplying, which is worth as much as this ratio is near 1.
const maxTwiceRatio = 1.25

// onTwoNodes measures what questions cost where two nodes share Postgres and Redis and each is asked as much as the one was.
func (c churchesConfig) onTwoNodes(ctx context.Context, b *bench, first window, owner *pgxpool.Pool, n int) (found platformCost, err error) {
	server, err := b.startNarthex(ctx, first.model)
	if err != nil {
		return found, err
	}
	defer server.stop()
	second := first
	second.subject = server
	return c.costs(ctx, b, []window{first, second}, owner, n)
}

// figuresOfTwoNodes puts what was measured on two nodes beside what one node's cost makes expect.
func figuresOfTwoNodes(one, two platformCost) []figure {
	var figures []figure
	for _, turn := range []struct {
		of       string
		one, two turnCost
	}{{"a stored fact", one.fact, two.fact}, {"the full model", one.full, two.full}} {
		for _, part := range parts {
			figures = append(figures, newFigure(
				fmt.Sprintf("twice the load on two nodes, a question that %s answers: %s; beside one node", turn.of, part.what),
				part.unit, part.of(turn.one), part.of(turn.two), ratioAtMost, maxTwiceRatio))
		}
	}
	return figures
}
