-- +goose Up

alter table notifications add column origin text check (length(origin) <= 64);
comment on column notifications.origin is 'Who caused news that somebody could make up: a hash of the church and the client''s address, told apart only to bound how many messages one of them causes in an hour.';
create index notifications_lately on notifications (church_id, created_at) where kind = 'crisis';

-- +goose Down

drop index notifications_lately;
alter table notifications drop column origin;
