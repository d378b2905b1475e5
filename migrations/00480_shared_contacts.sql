-- +goose Up

-- A household shares a telephone and often an address: each of them may ask to join.
drop index group_join_requests_email;
drop index group_join_requests_phone;
drop index volunteer_signups_email;
drop index volunteer_signups_phone;
create unique index group_join_requests_email on group_join_requests (church_id, group_id, lower(email), lower(name)) where status in ('new', 'accepted');
create unique index group_join_requests_phone on group_join_requests (church_id, group_id, phone, lower(name)) where status in ('new', 'accepted');
create unique index volunteer_signups_email on volunteer_signups (church_id, role_id, lower(email), lower(name)) where status in ('new', 'accepted');
create unique index volunteer_signups_phone on volunteer_signups (church_id, role_id, phone, lower(name)) where status in ('new', 'accepted');

-- +goose Down

drop index group_join_requests_email;
drop index group_join_requests_phone;
drop index volunteer_signups_email;
drop index volunteer_signups_phone;
update group_join_requests r set status = 'withdrawn'
where status in ('new', 'accepted') and exists (
    select from group_join_requests q
    where q.church_id = r.church_id and q.group_id = r.group_id and q.status in ('new', 'accepted') and q.id < r.id
      and (lower(q.email) = lower(r.email) or q.phone = r.phone));
update volunteer_signups r set status = 'withdrawn'
where status in ('new', 'accepted') and exists (
    select from volunteer_signups q
    where q.church_id = r.church_id and q.role_id = r.role_id and q.status in ('new', 'accepted') and q.id < r.id
      and (lower(q.email) = lower(r.email) or q.phone = r.phone));
create unique index group_join_requests_email on group_join_requests (church_id, group_id, lower(email)) where status in ('new', 'accepted');
create unique index group_join_requests_phone on group_join_requests (church_id, group_id, phone) where status in ('new', 'accepted');
create unique index volunteer_signups_email on volunteer_signups (church_id, role_id, lower(email)) where status in ('new', 'accepted');
create unique index volunteer_signups_phone on volunteer_signups (church_id, role_id, phone) where status in ('new', 'accepted');
