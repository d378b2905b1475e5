-- +goose Up

alter table church_voice_agents
    add column safeguarding_name text check (length(safeguarding_name) <= 120),
    add column safeguarding_phone text check (length(safeguarding_phone) <= 40),
    add column safeguarding_email text check (length(safeguarding_email) <= 254);
comment on column church_voice_agents.safeguarding_name is 'Who answers for the safety of children and adults. Named to visitors who tell of abuse that is over, or by clergy or staff, after a line that is independent of the church.';
comment on column church_voice_agents.crisis_message is 'Opens the crisis answer to who is a danger to themselves or despairs, in the church''s language alone; never stands before an emergency number.';

-- +goose Down

comment on column church_voice_agents.crisis_message is 'Replaces the built-in crisis answer''s opening; the emergency lines are always added.';
alter table church_voice_agents
    drop column safeguarding_name,
    drop column safeguarding_phone,
    drop column safeguarding_email;
