-- +goose Up

create table confirmations (
    church_id   uuid not null references churches (id) on delete cascade,
    call_id     uuid not null,
    session_id  uuid not null,
    turn_id     uuid not null,
    write_key   uuid not null,
    tool        text not null,
    arguments   jsonb not null check (jsonb_typeof(arguments) = 'object'),
    made_in     jsonb not null check (jsonb_typeof(made_in) = 'object'),
    said_sha256 bytea not null check (length(said_sha256) = 32),
    status      text not null default 'open' check (status in ('open', 'accepted', 'declined', 'failed')),
    summary     text,
    asked_at    timestamptz not null,
    expires_at  timestamptz not null,
    answered_at timestamptz,
    primary key (church_id, call_id),
    check ((status = 'open') = (answered_at is null))
);
create index confirmations_session on confirmations (church_id, session_id, asked_at desc);
create index confirmations_expiry on confirmations (expires_at);
select protect_by_church('confirmations', 'church_id');
comment on table confirmations is
    'What a visitor is asked before a tool writes anything in their name, and for a day what they said to it: the same wish makes one request.';
comment on column confirmations.call_id is 'Derived from write_key and the arguments: a turn that is answered anew in the same words asks the same question.';
comment on column confirmations.session_id is 'The conversation''s. No foreign key: the question is asked at once, its conversation may be stored later.';
comment on column confirmations.write_key is 'The idempotency key of what the call writes, see visitor_requests.idempotency_key.';
comment on column confirmations.arguments is 'As they were shown, and as they are written when the visitor says yes. Empty once they have said no.';
comment on column confirmations.made_in is 'What else the call needs of the turn in which it was made: agent, language, moment, message.';
comment on column confirmations.said_sha256 is 'Of the visitor''s message that the question answers: a yes in words counts directly after it alone.';
comment on column confirmations.status is 'accepted: written in the transaction that says so, or found written. failed: the tool declined, as where an event is full meanwhile.';
comment on column confirmations.summary is 'What the visitor was told when they had answered.';
comment on column confirmations.expires_at is 'Of a question 15 minutes after it was asked, of an answer a day after it was given. Then the row goes.';

-- Which questions are over is the same for every church, so the job needs to know of none.
-- +goose StatementBegin
create function forget_confirmations(most integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    gone bigint;
begin
    delete from confirmations c using (
        select church_id, call_id from confirmations where expires_at <= now() order by expires_at limit most for update skip locked) old
    where c.church_id = old.church_id and c.call_id = old.call_id;
    get diagnostics gone = row_count;
    return gone;
end
$$;
-- +goose StatementEnd
comment on function forget_confirmations(integer) is 'Drops questions and answers that are over, at most so many, and tells how many went.';
revoke execute on function forget_confirmations(integer) from public;
grant execute on function forget_confirmations(integer) to narthex_app;

-- +goose Down

drop function forget_confirmations(integer);
drop table confirmations;
