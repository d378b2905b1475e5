-- +goose Up

-- A call comes in for a number before anybody knows its church. Who knows the number may call it anyway; only an id is told.
-- +goose StatementBegin
create function church_of_phone_number(number text) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select v.church_id from church_voice_agents v
        where v.carrier_phone_number = number or v.assistant_phone_number = number
        order by v.carrier_phone_number is not distinct from number desc
        limit 1;
    end;
-- +goose StatementEnd
comment on function church_of_phone_number(text) is 'The church that a number (E.164) is assigned to: the carrier''s column before the assistant''s.';
revoke execute on function church_of_phone_number(text) from public;
grant execute on function church_of_phone_number(text) to narthex_app;

alter table church_voice_agents add column trial_caller text check (trial_caller ~ '^\+[1-9][0-9]{6,14}$');
comment on column church_voice_agents.trial_caller is 'Whose calls alone are answered while the line is being set up (E.164). A call that was answered puts the line in service.';

-- +goose Down

alter table church_voice_agents drop column trial_caller;

drop function church_of_phone_number(text);
