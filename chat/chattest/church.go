package chattest

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/pgvector/pgvector-go"
)

// Exec runs a statement as the database's owner.
func (s *Server) Exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := s.DB.Admin.Exec(context.Background(), sql, args...)
	Must(t, err)
}

// Count runs a query that gives one number.
func (s *Server) Count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	Must(t, s.DB.Admin.QueryRow(context.Background(), sql, args...).Scan(&n))
	return n
}

// NewChurch stores a church on the Pro plan whose chat is on.
func (s *Server) NewChurch(t testing.TB) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	s.Exec(t, `insert into churches (id, slug, name, address, city, state, country, phone, timezone)
		values ($1, $2, 'Harbor Church', '1 Pier Road', 'Rockland', 'ME', 'US', '(207) 555-0142', 'America/New_York')`, id, "church-"+id.String())
	s.Exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id, custom_hours, what_to_expect)
		values ($1, 'pro_chat', 'chat', true, $1, '{"sunday":["9:00 AM Worship"]}', '{"parking":"Park behind the church."}')`, id)
	return id
}

// AddKnowledge stores a FAQ or, with kind document, a passage of its own document.
func (s *Server) AddKnowledge(t testing.TB, churchID uuid.UUID, kind, title, content string, exact bool) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	vectors, err := s.Embedder.Embed(context.Background(), []string{title + "\n" + content, title})
	Must(t, err)
	var document, index any
	var question any = pgvector.NewVector(vectors[1])
	if kind == "document" {
		documentID := uuid.Must(uuid.NewV7())
		s.Exec(t, `insert into knowledge_documents (id, organization_id, title, file_name, media_type, source, source_sha256, status)
			values ($1, $2, $3, $4, 'text/plain', '', '', 'ready')`, documentID, churchID, title, id.String())
		document, index, question = documentID, 0, nil
	}
	s.Exec(t, `insert into unified_rag_content (id, organization_id, content_type, title, content, embedding, question_embedding, metadata, document_id, chunk_index)
		values ($1, $2, $3, $4, $5, $6, $7, jsonb_build_object('embedder', $8::text, 'exact_response', $9::boolean, 'visibility', 'public'), $10, $11)`,
		id, churchID, kind, title, content, pgvector.NewVector(vectors[0]), question, s.Embedder.Name(), exact, document, index)
	return id
}
