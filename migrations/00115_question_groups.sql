-- +goose Up

create table question_groups (
    id               uuid primary key,
    church_id        uuid not null references churches (id) on delete cascade,
    anchor           vector(1536),
    anchor_turn      uuid,
    embedder         text,
    answered_by      uuid,
    answered_checked timestamptz not null default '-infinity',
    dismissed_at     timestamptz,
    draft_question   text,
    draft_answer     text,
    draft_exact      boolean not null default false,
    draft_from       text[] not null default '{}',
    drafted_at       timestamptz,
    created_at       timestamptz not null default now(),
    unique (church_id, id)
);
create index question_groups_church on question_groups (church_id);
select protect_by_church('question_groups', 'church_id');
comment on table question_groups is 'Questions that a church''s assistant could not answer well, those of one meaning together. A group is there as long as one of its questions is.';
comment on column question_groups.anchor is 'The embedding of the question that the others are compared with. Null: to be made of another one, because that was deleted.';
comment on column question_groups.answered_by is 'The FAQ that answers it, when FAQs were last compared with it. It may be gone since.';
comment on column question_groups.answered_checked is 'FAQs that are newer are still to be compared with it.';
comment on column question_groups.dismissed_at is 'It is not to be shown, whatever joins it.';
comment on column question_groups.draft_from is 'Titles of what the drafted answer was made of.';

create table open_questions (
    church_id       uuid not null references churches (id) on delete cascade,
    turn_id         uuid not null,
    conversation_id uuid not null,
    group_id        uuid not null,
    wording         bytea not null,
    gist            bytea,
    poor            boolean not null,
    asked_at        timestamptz not null,
    primary key (church_id, turn_id),
    -- With the church, because row-level security does not look at foreign keys.
    foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade,
    foreign key (church_id, group_id) references question_groups (church_id, id) on delete cascade
);
create index open_questions_group on open_questions (church_id, group_id);
create index open_questions_conversation on open_questions (church_id, conversation_id);
select protect_by_church('open_questions', 'church_id');
comment on table open_questions is 'Which group a question belongs to. What was asked stands in messages alone, and goes with it.';
comment on column open_questions.wording is 'A digest of the words, the same for those who ask in the same words.';
comment on column open_questions.gist is 'A digest of what is asked, the same for those who ask the same in words that are known to mean the same. Null: it says too little.';
comment on column open_questions.poor is 'It is here because the visitor found its answer poor.';

-- A group goes with its last question, and what was made of a question goes with that.
-- +goose StatementBegin
create function leave_question_group() returns trigger
    language plpgsql as $$
begin
    delete from question_groups g where g.church_id = old.church_id and g.id = old.group_id
        and not exists (select from open_questions q where q.church_id = old.church_id and q.group_id = old.group_id);
    update question_groups g set anchor = null, anchor_turn = null
        where g.church_id = old.church_id and g.id = old.group_id and g.anchor_turn = old.turn_id;
    return null;
end
$$;
-- +goose StatementEnd
create trigger open_questions_leave after delete on open_questions for each row execute function leave_question_group();

create table question_gatherings (
    church_id   uuid primary key references churches (id) on delete cascade,
    gathered_at timestamptz not null
);
select protect_by_church('question_gatherings', 'church_id');
comment on table question_gatherings is 'Up to when a church''s conversations were looked through for open questions.';

-- Which churches have conversations that were not looked through is a matter of each church: the job goes church by church, and is
-- told ids alone.
-- +goose StatementBegin
create function churches_with_questions() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p left join question_gatherings g on g.church_id = p.church_id
        where exists (select from conversations c where c.church_id = p.church_id and c.last_message_at > coalesce(g.gathered_at, '-infinity') - interval '1 hour')
            or exists (select from message_feedback f where f.church_id = p.church_id and f.updated_at > g.gathered_at)
            or exists (select from question_groups q where q.church_id = p.church_id and q.anchor is null);
    end;
-- +goose StatementEnd
comment on function churches_with_questions() is 'Churches whose conversations are to be looked through for open questions.';
revoke execute on function churches_with_questions() from public;
grant execute on function churches_with_questions() to narthex_app;

-- +goose Down

drop function churches_with_questions();
drop table question_gatherings;
drop table open_questions;
drop function leave_question_group();
drop table question_groups;
