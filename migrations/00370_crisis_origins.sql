-- +goose Up

alter table visitor_requests add column origin text;
comment on column visitor_requests.origin is 'Of a crisis: whose messages it is with, as notifications.origin tells clients of a church apart. Null: of nobody in particular.';

-- +goose Down

alter table visitor_requests drop column origin;
