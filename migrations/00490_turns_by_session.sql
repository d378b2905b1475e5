-- +goose Up

-- Clients that resume a turn without naming its church are found by their session: the key of the church and the session begins with the
-- session, and serves those who know both as well. Since the keys of messages begin with the church, no index began with the turn, and
-- all messages of all churches were read for one such client.
alter table conversations
    drop constraint conversations_church_id_session_id_key,
    add constraint conversations_session_id_church_id_key unique (session_id, church_id);

-- +goose StatementBegin
create or replace function church_of_turn(turn uuid, session uuid) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id
        from conversations c
        where c.session_id = session
          and exists (select from messages m where m.church_id = c.church_id and m.turn_id = turn and m.conversation_id = c.id)
        limit 1;
    end;
-- +goose StatementEnd

-- +goose Down

-- +goose StatementBegin
create or replace function church_of_turn(turn uuid, session uuid) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id
        from messages m
        join conversations c on c.church_id = m.church_id and c.id = m.conversation_id
        where m.turn_id = turn and c.session_id = session
        limit 1;
    end;
-- +goose StatementEnd
alter table conversations
    drop constraint conversations_session_id_church_id_key,
    add constraint conversations_church_id_session_id_key unique (church_id, session_id);
