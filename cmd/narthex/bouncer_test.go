package main

import (
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// PgBouncer refuses a connection for each parameter that it does not know, by a code that others use when they are away.
func TestTheShapeOfThePoolIsNotSentToPostgres(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	sent := make(chan map[string]string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			close(sent)
			return
		}
		defer conn.Close()
		defer close(sent)
		backend, answer := pgproto3.NewBackend(conn, conn), &pgproto3.ErrorResponse{Severity: "FATAL", Code: "3D000", Message: "no such database"}
		message, err := backend.ReceiveStartupMessage()
		startup, ok := message.(*pgproto3.StartupMessage)
		if err != nil || !ok {
			return
		}
		if sent <- startup.Parameters; len(startup.Parameters) > 2 {
			answer.Code, answer.Message = "08P01", "unsupported startup parameter: pool_max_conns"
		}
		backend.Send(answer)
		_ = backend.Flush() // it may be gone
	}()
	command := new(serveCommand)
	command.DatabaseURL = "postgres://narthex_app@" + listener.Addr().String() + "/narthex?sslmode=disable&pool_max_conns=4&pool_min_conns=1"
	if err := command.lookForPostgres(t.Context()); err != nil {
		t.Errorf("what has answered is taken for away: %v", err)
	}
	parameters, ok := <-sent
	if !ok || len(parameters) != 2 || parameters["database"] != "narthex" || parameters["user"] != "narthex_app" {
		t.Errorf("it is sent %v", parameters)
	}
}
