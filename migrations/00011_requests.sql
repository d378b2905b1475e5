-- +goose Up

create table visitor_requests (
    id              uuid primary key,
    church_id       uuid not null references churches (id) on delete cascade,
    kind            text not null check (kind in (
        'prayer', 'contact', 'visit', 'callback', 'message', 'escalation', 'crisis', 'appointment', 'hospital_visit', 'home_visit',
        'bereavement', 'practical_help', 'meals', 'baptism', 'membership', 'mentor', 'facility_use', 'giving_statement')),
    session_id      uuid not null,
    turn_id         uuid not null,
    idempotency_key uuid not null,
    urgent          boolean not null default false,
    confidential    boolean not null default false,
    status          text not null default 'new' check (status in ('new', 'acknowledged', 'done')),
    name            text check (length(name) <= 120),
    email           text check (length(email) <= 254),
    phone           text check (length(phone) <= 40),
    message         text check (length(message) <= 4000),
    details         jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
    created_at      timestamptz not null default now(),
    acknowledged_at timestamptz,
    acknowledged_by text,
    done_at         timestamptz,
    unique (church_id, idempotency_key),
    unique (church_id, id), -- for what refers to a request: row-level security does not look at foreign keys
    check (acknowledged_at is not null or status <> 'acknowledged'),
    check (done_at is not null or status <> 'done')
);
-- The dashboard's list: what is urgent and nobody has acknowledged comes first, then by age.
create index visitor_requests_list on visitor_requests (church_id, (urgent and status = 'new') desc, created_at desc);
create index visitor_requests_kind on visitor_requests (church_id, kind, created_at desc);
create index visitor_requests_session on visitor_requests (church_id, session_id);
select protect_by_church('visitor_requests', 'church_id');
comment on table visitor_requests is 'What visitors ask the people of a church for, until somebody has seen to it.';
comment on column visitor_requests.session_id is 'The conversation''s. No foreign key: a request is written at once, its conversation may be stored later.';
comment on column visitor_requests.turn_id is 'The visitor''s message that made the request.';
comment on column visitor_requests.idempotency_key is 'Made of the turn, the tool and what the request is about: a turn that is answered anew after a crash makes no second request.';
comment on column visitor_requests.urgent is 'Told by SMS as well. Stands first in the list until it is acknowledged.';
comment on column visitor_requests.confidential is 'For the pastor''s eyes: mail does not quote it.';
comment on column visitor_requests.message is 'The visitor''s words, or near them.';
comment on column visitor_requests.details is 'What else the visitor said: key to text, such as wished_time, visit_date, party_size.';
comment on column visitor_requests.acknowledged_by is 'Who has taken it on, by e-mail address or name.';

-- +goose Down

drop table visitor_requests;
