-- +goose Up

create table knowledge_documents (
    id              uuid primary key default gen_random_uuid(),
    organization_id uuid not null references churches (id) on delete cascade,
    title           text not null check (btrim(title) <> ''),
    file_name       text not null check (btrim(file_name) <> ''),
    media_type      text not null,
    visibility      text not null default 'public' check (visibility in ('public', 'internal')),
    language        text not null default 'en' check (language ~ '^[a-z]{2}$'),
    source          bytea not null,
    source_sha256   bytea not null,
    status          text not null default 'queued' check (status in ('queued', 'extracting', 'embedding', 'ready', 'failed')),
    page_count      integer,
    chunks_total    integer not null default 0,
    chunks_embedded integer not null default 0,
    error_code      text,
    error_message   text,
    ingested_sha256 bytea,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    unique (organization_id, file_name),
    unique (organization_id, id)
);
create index knowledge_documents_unfinished on knowledge_documents (organization_id) where status <> 'ready';
create trigger knowledge_documents_touch before update on knowledge_documents for each row execute function touch_updated_at();
select protect_by_church('knowledge_documents', 'organization_id');
comment on table knowledge_documents is 'Uploaded documents as they came, and how far their ingestion has got. Their passages are rows of unified_rag_content.';
comment on column knowledge_documents.file_name is 'Identifies the document within the church: uploading the same name again replaces it.';
comment on column knowledge_documents.ingested_sha256 is 'source_sha256 of the version whose passages are stored; equal to source_sha256 when there is nothing to do.';

create table unified_rag_content (
    id                 uuid primary key default gen_random_uuid(),
    organization_id    uuid not null references churches (id) on delete cascade,
    content_type       text not null check (content_type in ('faq', 'document', 'theology')),
    title              text not null,
    content            text not null check (btrim(content) <> ''),
    curation_status    text not null default 'approved' check (curation_status in ('pending', 'approved', 'rejected')),
    embedding          vector(1536),
    question_embedding vector(1536),
    metadata           jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
    language           text not null default 'en' check (language ~ '^[a-z]{2}$'),
    document_id        uuid,
    chunk_index        integer,
    heading_path       text[] not null default '{}',
    page               integer,
    content_sha256     bytea,
    embed_attempts     integer not null default 0,
    embed_error        text,
    published_at       timestamptz,
    created_at         timestamptz not null default now(),
    updated_at         timestamptz not null default now(),
    -- With the church, because row-level security does not look at foreign keys.
    foreign key (organization_id, document_id) references knowledge_documents (organization_id, id) on delete cascade,
    constraint known_visibility check (coalesce(metadata ->> 'visibility', 'public') in ('public', 'internal')),
    check ((content_type = 'document') = (document_id is not null)),
    check ((document_id is null) = (chunk_index is null))
);
create unique index unified_rag_content_chunk on unified_rag_content (document_id, chunk_index);
create trigger unified_rag_content_touch before update on unified_rag_content for each row execute function touch_updated_at();
select protect_by_church('unified_rag_content', 'organization_id');
comment on table unified_rag_content is 'What a church''s assistant knows: FAQs (title the question, content the answer), passages of documents, curated theology. A row without an embedding never appears in an answer.';
comment on column unified_rag_content.embedding is 'Of title plus content; made by the embedder named in metadata.embedder.';
comment on column unified_rag_content.question_embedding is 'FAQs only: of the question alone. A visitor''s question is compared with this one, because the answer''s words pull the other away from it.';
comment on column unified_rag_content.metadata is 'embedder; for FAQs also faq_category, visibility, exact_response (bool).';
comment on column unified_rag_content.heading_path is 'Headings above the passage, outermost first.';
comment on column unified_rag_content.page is 'Page the passage starts on, from 1; null where the format has none.';
comment on column unified_rag_content.content_sha256 is 'Of what was embedded: an unchanged passage is not embedded again.';
comment on column unified_rag_content.published_at is 'When the row was first both approved and embedded, and so could first appear in an answer.';

-- +goose Down

drop table unified_rag_content;
drop table knowledge_documents;
