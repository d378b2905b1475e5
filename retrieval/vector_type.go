package retrieval

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	pgxvector "github.com/pgvector/pgvector-go/pgx"
)

// withVectors, as the first argument of a query, makes its vectors travel in binary: 6 KB that Postgres copies, rather than
// 20 KB of text that it parses. pgx must be told the types on each connection, since extensions have no fixed oids; doing so
// here spares the search a condition on the pool that it is given.
type withVectors struct{}

// The types of vectors, and the one that says whether a connection knows them.
const (
	vectorType     = "vector"
	halfVectorType = "halfvec"
)

// RewriteQuery implements pgx.QueryRewriter. It changes nothing but, at a connection's first query, what is known of types.
func (withVectors) RewriteQuery(ctx context.Context, conn *pgx.Conn, sql string, args []any) (string, []any, error) {
	types := conn.TypeMap()
	if _, known := types.TypeForName(vectorType); known {
		return sql, args, nil
	}
	var vector, half uint32
	if err := conn.QueryRow(ctx, `select $1::regtype::oid, $2::regtype::oid`, vectorType, halfVectorType).Scan(&vector, &half); err != nil {
		return "", nil, fmt.Errorf("look up the types of vectors: %w", err)
	}
	types.RegisterType(&pgtype.Type{Name: halfVectorType, OID: half, Codec: pgxvector.HalfVectorCodec{}})
	types.RegisterType(&pgtype.Type{Name: vectorType, OID: vector, Codec: pgxvector.VectorCodec{}})
	return sql, args, nil
}
