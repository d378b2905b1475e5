package notify

import (
	"context"
	"net"
	"sync"

	"github.com/wneessen/go-mail"
)

// wire is the connection below SMTP. To close the library's own client does not cut it: that waits for the answer that the
// server owes.
type wire struct {
	mu         sync.Mutex
	connection net.Conn
	isCut      bool
}

// through has a client's connections made on a wire. Those that begin with TLS the library makes by itself alone, and they end
// when the server's time to answer does.
func (m *mailer) through(line *wire) []mail.Option {
	if m.server.Scheme == "smtps" {
		return nil
	}
	return []mail.Option{mail.WithDialContextFunc(func(ctx context.Context, network, address string) (net.Conn, error) {
		var dialer net.Dialer
		connection, err := dialer.DialContext(ctx, network, address)
		if err == nil {
			line.use(connection)
		}
		return connection, err
	})}
}

func (w *wire) use(connection net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.connection = connection
	if w.isCut {
		_ = connection.Close()
	}
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isCut = true
	if w.connection != nil {
		_ = w.connection.Close() // it is over either way
	}
}
