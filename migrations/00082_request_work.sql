-- +goose Up

-- What a church's people do about what visitors asked for. It stands in the row of the request, and is deleted with it.
alter table visitor_requests
    add column assignee_id uuid references church_admin_identities (id) on delete set null,
    add column notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array' and jsonb_array_length(notes) <= 200);
comment on column visitor_requests.assignee_id is 'Who of the team sees to it.';
comment on column visitor_requests.notes is 'What the team noted, oldest first: array of {who, at, text}.';
create index visitor_requests_assignee on visitor_requests (assignee_id) where assignee_id is not null;
create index visitor_requests_safeguarding on visitor_requests (church_id, session_id, created_at) where safeguarding;

-- +goose StatementBegin
do $$
declare one text;
begin
    foreach one in array array['event_registrations', 'group_join_requests', 'volunteer_signups', 'newsletter_subscriptions'] loop
        execute format('alter table %I
            add column handled text not null default ''new'' check (handled in (''new'', ''acknowledged'', ''done'')),
            add column acknowledged_at timestamptz,
            add column acknowledged_by text,
            add column done_at timestamptz,
            add column assignee_id uuid references church_admin_identities (id) on delete set null,
            add column notes jsonb not null default ''[]'' check (jsonb_typeof(notes) = ''array'' and jsonb_array_length(notes) <= 200)', one);
        execute format('create index %I on %I (assignee_id) where assignee_id is not null', one || '_assignee', one);
        execute format('comment on column %I.handled is ''What the team did about it; as visitor_requests.status.''', one);
        execute format('comment on column %I.notes is ''What the team noted, oldest first: array of {who, at, text}.''', one);
    end loop;
end $$;
-- +goose StatementEnd

-- +goose Down

-- +goose StatementBegin
do $$
declare one text;
begin
    foreach one in array array['event_registrations', 'group_join_requests', 'volunteer_signups', 'newsletter_subscriptions'] loop
        execute format('alter table %I drop column handled, drop column acknowledged_at, drop column acknowledged_by, drop column done_at,
            drop column assignee_id, drop column notes', one);
    end loop;
end $$;
-- +goose StatementEnd
drop index visitor_requests_safeguarding;
alter table visitor_requests drop column assignee_id, drop column notes;
