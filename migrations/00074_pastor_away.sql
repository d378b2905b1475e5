-- +goose Up

alter table church_voice_agents add column pastor_away jsonb check (jsonb_typeof(pastor_away) = 'array');
comment on column church_voice_agents.pastor_away is 'Array of {from, to, reason}: days of the church''s calendar, both included, on which pastor_availability does not hold. Without to it is one day.';

-- +goose Down

alter table church_voice_agents drop column pastor_away;
