-- +goose Up

-- Not validated at once: the rows that are there satisfy a narrower check.
alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second', 'admin', 'user', 'caller')) not valid;
alter table notifications validate constraint notifications_audience_check;
comment on column notifications.audience is 'founder: to whoever runs the platform; second: to the church''s second contact; admin: to the admin of its subscription; user: to the recipient, whoever that is; caller: to the number that the recipient is, of somebody on the telephone.';
comment on column notifications.recipient is 'One person''s e-mail address, or a caller''s number (E.164). Null: the church''s notification address as it is when the message is sent.';
create index notifications_to_callers on notifications (church_id, recipient, created_at) where audience = 'caller';

alter table call_lines drop constraint call_lines_speaker_check;
alter table call_lines add constraint call_lines_speaker_check check (speaker in ('caller', 'keys', 'assistant', 'text')) not valid;
alter table call_lines validate constraint call_lines_speaker_check;
comment on column call_lines.speaker is 'keys: the caller pressed one. text: what the caller was sent by text message.';

-- +goose Down

delete from call_lines where speaker = 'text';
alter table call_lines drop constraint call_lines_speaker_check;
alter table call_lines add constraint call_lines_speaker_check check (speaker in ('caller', 'keys', 'assistant'));
drop index notifications_to_callers;
delete from notifications where audience = 'caller';
alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second', 'admin', 'user'));
