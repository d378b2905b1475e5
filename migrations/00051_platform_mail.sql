-- +goose Up

alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second', 'admin'));
comment on column notifications.audience is 'founder: to whoever runs the platform; second: to the church''s second contact; admin: to the admin of its subscription.';

-- +goose Down

delete from notifications where audience = 'admin';
alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second'));
