package main

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgresPing asks Postgres for a sign of life on a connection of its own, beside the pool's: where all of those are at work, or wait for a lock,
// whoever had to wait for one would take Postgres for away, and an operator would look for the network. One look is made at a time.
type postgresPing struct {
	pool    *pgxpool.Pool
	conn    *pgx.Conn      // nil: there is none yet, or it has failed
	dialled chan *pgx.Conn // nil: none is being made; gives nil where none could be
	giveUp  context.CancelFunc
}

// ping returns an error if Postgres gives none before ctx ends.
func (p *postgresPing) ping(ctx context.Context) error {
	if p.conn != nil {
		err := p.conn.Ping(ctx)
		if err == nil {
			return nil
		}
		p.drop() // it may have been cut off alone
		if ctx.Err() != nil {
			return err
		}
	}
	if p.dialled == nil {
		p.dial()
	}
	// Making a connection may take longer than one look, and Postgres may have no room for another: the pool is asked beside it.
	pooled := make(chan error, 1)
	go func() { pooled <- p.pool.Ping(ctx) }()
	select {
	case err := <-pooled:
		return err
	case p.conn = <-p.dialled:
		p.dialled = nil
		p.giveUp()
	}
	if p.conn == nil {
		return <-pooled
	}
	return p.conn.Ping(ctx)
}

// dial begins to make a connection, for which there is as long as for any of the pool's.
func (p *postgresPing) dial() {
	ctx, cancel := context.WithTimeout(context.Background(), dialTimeout)
	dialled := make(chan *pgx.Conn, 1)
	p.dialled, p.giveUp = dialled, cancel
	go func() { dialled <- p.connect(ctx) }()
}

// connect returns nil where no connection can be made.
func (p *postgresPing) connect(ctx context.Context) *pgx.Conn {
	config := p.pool.Config()
	if config.BeforeConnect != nil && config.BeforeConnect(ctx, config.ConnConfig) != nil {
		return nil
	}
	config.ConnConfig.RuntimeParams["application_name"] = "narthex probe"
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return nil
	}
	return conn
}

// drop gives the connection up.
func (p *postgresPing) drop() {
	if p.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	_ = p.conn.Close(ctx)
	p.conn = nil
}

// close ends what there is and what is being made.
func (p *postgresPing) close() {
	if p.dialled != nil {
		p.giveUp()
		p.drop()
		p.conn, p.dialled = <-p.dialled, nil
	}
	p.drop()
}
