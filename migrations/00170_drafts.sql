-- +goose Up

create table drafts (
    church_id  uuid primary key references churches (id) on delete cascade,
    revision   bigint not null default 0,
    begun_by   text not null,
    begun_at   timestamptz not null default now(),
    changed_at timestamptz not null default now()
);
select protect_by_church('drafts', 'church_id');
comment on table drafts is 'Changes that a church''s admins are working on, to be published all at once. Kept until they are published or discarded.';
comment on column drafts.revision is 'Raised with each of its changes: who publishes names the one that was shown.';
comment on column drafts.begun_by is 'The address of who began it; it stays when the person is removed.';

create table draft_changes (
    id                 uuid primary key,
    church_id          uuid not null references drafts (church_id) on delete cascade,
    target             text not null,
    row_id             uuid not null,
    field              text not null,
    before             jsonb,
    after              jsonb,
    embedder           text,
    embedding          vector(1536),
    question_embedding vector(1536),
    who                text not null,
    what               text not null,
    detail             jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
    changed_at         timestamptz not null default now(),
    unique (church_id, target, row_id, field)
);
select protect_by_church('draft_changes', 'church_id');
comment on table draft_changes is 'What a draft changes: one row for each thing that is changed, however often.';
comment on column draft_changes.target is 'The table, or faq.';
comment on column draft_changes.row_id is 'The FAQ; in the tables that have one row for a church, the church.';
comment on column draft_changes.field is 'The column, or column/key of an object. Empty: the whole FAQ.';
comment on column draft_changes.before is 'What stood there when it was changed first; null: nothing. What stands there when the draft is published must be the same.';
comment on column draft_changes.after is 'What is to stand there; null: nothing.';
comment on column draft_changes.embedding is 'Of a FAQ, made by embedder. Null: it is made after publishing.';
comment on column draft_changes.what is 'What the list of changes says when it is published, as in audit_log, with detail.';

-- +goose Down

drop table draft_changes;
drop table drafts;
