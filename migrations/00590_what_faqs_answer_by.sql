-- +goose Up

-- A FAQ is found by the embedding of its question alone, as long as its changed answer waits to be embedded; the comments denied it.
comment on table unified_rag_content is 'What a church''s assistant knows: FAQs (title the question, content the answer), passages of documents, curated theology. A row without an embedding is not found by search; a FAQ that has its question_embedding answers all the same, word for word.';
comment on table answerable_faqs is 'What a node reads of the FAQs of a church: those of unified_rag_content that are approved and public, and whose question is embedded (question_embedding; their embedding may still be made). Triggers keep it; nobody else writes it.';

-- +goose Down

comment on table unified_rag_content is 'What a church''s assistant knows: FAQs (title the question, content the answer), passages of documents, curated theology. A row without an embedding never appears in an answer.';
comment on table answerable_faqs is 'What a node reads of the FAQs of a church: those of unified_rag_content that are approved, public and embedded. Triggers keep it; nobody else writes it.';
