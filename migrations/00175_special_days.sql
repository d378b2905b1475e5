-- +goose Up

alter table premium_churches add column special_days jsonb check (jsonb_typeof(special_days) = 'array');
comment on column premium_churches.special_days is 'Array of {from, to, kind, name, times, note}: days of the church''s calendar, both included, on which something else holds than custom_hours. Without to it is one day. Kind: instead (times take the place of the usual ones), besides (they are added), no_services, office_closed or closed. Times: a line for each, as in custom_hours.';

alter table church_voice_agents add column sermon_until date, add column announcement_until date;
comment on column church_voice_agents.sermon_until is 'The last day, of the church''s calendar, on which visitors are told of sermon_topic, sermon_series and theme_verse. Null: until they are changed.';
comment on column church_voice_agents.announcement_until is 'The last day on which visitors are told of weekly_announcement. Null: until it is changed.';

-- +goose Down

alter table church_voice_agents drop column announcement_until, drop column sermon_until;
alter table premium_churches drop column special_days;
