package main

import (
	"context"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/faqs"
	"narthex/admin/learning"
	"narthex/static/web"
)

// learning is where a church answers what its assistant could not. What is published there is one of its FAQs.
func (s *server) learning(guard *access.Guard, questions *faqs.Handler, pages *web.Pages, edge *web.Edge) *learning.Handler {
	return learning.NewHandler(learning.Parts{
		Pool: s.pool, Guard: guard, Churches: s.churches, Embedder: s.embedder, Ask: s.tryOut, Limit: s.limitAdmins, Jobs: s.jobs.client,
		Answers: s.answers, Pages: pages, Edge: edge,
		Drafting: func(ctx context.Context, language *web.Language) context.Context {
			return s.drafts.Working(ctx, access.From(ctx), language)
		},
		Publish: func(ctx context.Context, language *web.Language, question, answer string, exact bool) (uuid.UUID, error) {
			return questions.Ensure(ctx, language, faqs.Draft{Question: question, Answer: answer, Exact: exact})
		},
	})
}
