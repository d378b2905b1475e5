-- +goose Up

alter table premium_churches add column conversation_months smallint not null default 12 check (conversation_months between 1 and 36);
comment on column premium_churches.conversation_months is 'How long a conversation is kept after its last message. Visitors are told.';

comment on column messages.timings is 'Stage to microseconds.';

-- Which conversations are due is a matter of each church: the job asks church by church, and is told ids alone.
-- +goose StatementBegin
create function churches_with_old_conversations() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p
        where exists (
            select from conversations c
            where c.church_id = p.church_id and c.last_message_at < now() - make_interval(months => p.conversation_months));
    end;
-- +goose StatementEnd
comment on function churches_with_old_conversations() is 'Churches that keep a conversation longer than they want to.';
revoke execute on function churches_with_old_conversations() from public;
grant execute on function churches_with_old_conversations() to narthex_app;

-- +goose Down

comment on column messages.timings is 'Stage to milliseconds.';
drop function churches_with_old_conversations();
alter table premium_churches drop column conversation_months;
