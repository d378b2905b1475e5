-- +goose Up

create table conversations (
    id              uuid primary key default gen_random_uuid(),
    church_id       uuid not null references churches (id) on delete cascade,
    session_id      uuid not null,
    agent           text not null,
    language        text,
    flagged         boolean not null default false,
    created_at      timestamptz not null default now(),
    last_message_at timestamptz not null default now(),
    unique (church_id, session_id),
    unique (church_id, id)
);
create index conversations_recent on conversations (church_id, last_message_at desc);
select protect_by_church('conversations', 'church_id');
comment on table conversations is 'One visitor''s conversation with one church. session_id is made by the visitor''s browser and is the only thing that identifies them.';
comment on column conversations.flagged is 'A message in it passed the crisis gate.';

create table messages (
    id                uuid primary key,
    church_id         uuid not null references churches (id) on delete cascade,
    conversation_id   uuid not null,
    turn_id           uuid not null,
    client_message_id uuid,
    role              text not null check (role in ('user', 'assistant')),
    content           text not null,
    agent             text not null,
    lens_id           smallint, -- no foreign key: a record of what was, which reference data must not hold up
    tier              smallint check (tier between 0 and 4),
    reason            text,
    outcome           text check (outcome in ('stop', 'stopped', 'length', 'error')),
    error_code        text,
    similarity        real,
    sources           jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
    model             text,
    prompt_tokens     integer not null default 0,
    cached_tokens     integer not null default 0,
    completion_tokens integer not null default 0,
    cost_micros       bigint not null default 0,
    timings           jsonb not null default '{}' check (jsonb_typeof(timings) = 'object'),
    created_at        timestamptz not null,
    stored_at         timestamptz not null default now(),
    -- With the church, because row-level security does not look at foreign keys.
    foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade,
    unique (turn_id, role),
    check ((role = 'assistant') = (outcome is not null))
);
create index messages_conversation on messages (conversation_id, created_at);
create unique index messages_client on messages (conversation_id, client_message_id) where role = 'user' and client_message_id is not null;
select protect_by_church('messages', 'church_id');
comment on table messages is 'What visitors asked and what they were answered. A turn is one user message and, once it has ended, exactly one assistant message.';
comment on column messages.client_message_id is 'Made by the browser; sending the same one again does not ask again.';
comment on column messages.reason is 'Why the tier answered: hours, staff, faq, cache, passage, model …; crisis or agent_inactive where no tier did.';
comment on column messages.outcome is 'How the answer ended. error: content is what had been streamed by then, perhaps nothing.';
comment on column messages.cost_micros is 'Millionths of a US dollar.';
comment on column messages.timings is 'Stage to milliseconds.';

-- +goose Down

drop table messages;
drop table conversations;
