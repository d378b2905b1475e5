-- +goose Up

-- What happens in a church and who joins in: events, groups, volunteering, the newsletter. Visitors' tools read these
-- tables live, so a change here raises no epoch: an answer that used a tool is never cached.
-- Foreign keys name the church as well, because row-level security does not look at foreign keys.

create table events (
    id                     uuid primary key default gen_random_uuid(),
    church_id              uuid not null references churches (id) on delete cascade,
    title                  text not null check (btrim(title) <> '' and length(title) <= 200),
    description            text not null default '' check (length(description) <= 4000),
    location               text not null default '' check (length(location) <= 300),
    starts_at              timestamptz not null,
    ends_at                timestamptz,
    takes_registrations    boolean not null default false,
    capacity               integer check (capacity > 0),
    registration_opens_at  timestamptz,
    registration_closes_at timestamptz,
    contact_name           text,
    contact_email          text,
    is_public              boolean not null default true,
    cancelled_at           timestamptz,
    created_at             timestamptz not null default now(),
    updated_at             timestamptz not null default now(),
    check (ends_at >= starts_at),
    check (registration_closes_at >= registration_opens_at),
    unique (church_id, id)
);
create index events_by_date on events (church_id, starts_at);
create trigger events_touch before update on events for each row execute function touch_updated_at();
select protect_by_church('events', 'church_id');
comment on table events is 'What is on at a church, one row for each occasion: an event that recurs has a row for every date.';
comment on column events.ends_at is 'Null: not known.';
comment on column events.takes_registrations is 'False: people just come.';
comment on column events.capacity is 'Places, counted in people, not registrations. Null: no limit. Whoever registers people locks the event''s row before counting.';
comment on column events.registration_opens_at is 'Null: open already.';
comment on column events.registration_closes_at is 'Null: open until the event starts.';
comment on column events.contact_email is 'Told of each registration, instead of the church''s notification address.';
comment on column events.is_public is 'False: visitors are not told of it.';
comment on column events.cancelled_at is 'Cancelled events stay, so that those who ask are told so.';

create table event_registrations (
    id              uuid primary key default gen_random_uuid(),
    church_id       uuid not null references churches (id) on delete cascade,
    event_id        uuid not null,
    name            text not null check (btrim(name) <> '' and length(name) <= 200),
    email           text check (length(email) <= 320),
    phone           text check (length(phone) <= 40),
    party_size      integer not null default 1 check (party_size between 1 and 50),
    note            text not null default '' check (length(note) <= 1000),
    status          text not null default 'registered' check (status in ('registered', 'cancelled')),
    session_id      uuid not null,
    turn_id         uuid not null,
    idempotency_key uuid not null,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    foreign key (church_id, event_id) references events (church_id, id) on delete cascade,
    check (email is not null or phone is not null),
    unique (church_id, idempotency_key)
);
create index event_registrations_event on event_registrations (church_id, event_id, created_at);
create index event_registrations_recent on event_registrations (church_id, created_at desc);
create unique index event_registrations_email on event_registrations (church_id, event_id, lower(email)) where status = 'registered';
create unique index event_registrations_phone on event_registrations (church_id, event_id, phone) where status = 'registered';
create trigger event_registrations_touch before update on event_registrations for each row execute function touch_updated_at();
select protect_by_church('event_registrations', 'church_id');
comment on table event_registrations is 'Who comes to an event. An e-mail address or a telephone number holds one registration of an event.';
comment on column event_registrations.phone is 'E.164 where the church''s country tells how, else the digits as given: the same number is always written the same way.';
comment on column event_registrations.party_size is 'How many people come, the one who registered included.';
comment on column event_registrations.idempotency_key is 'Of the visitor''s turn and the event: answering the turn anew registers nobody twice.';

create table groups (
    id           uuid primary key default gen_random_uuid(),
    church_id    uuid not null references churches (id) on delete cascade,
    kind         text not null check (kind in ('small', 'support', 'class')),
    name         text not null check (btrim(name) <> '' and length(name) <= 200),
    description  text not null default '' check (length(description) <= 4000),
    weekday      smallint check (weekday between 0 and 6),
    meets_at     time,
    schedule     text not null default '' check (length(schedule) <= 200),
    area         text not null default '' check (length(area) <= 200),
    life_stage   text not null default '' check (length(life_stage) <= 200),
    leader_name  text,
    leader_email text,
    is_open      boolean not null default true,
    capacity     integer check (capacity >= 0),
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now(),
    unique (church_id, id)
);
create index groups_by_kind on groups (church_id, kind, weekday);
create trigger groups_touch before update on groups for each row execute function touch_updated_at();
select protect_by_church('groups', 'church_id');
comment on table groups is 'Groups that meet again and again: small groups, support groups, classes.';
comment on column groups.weekday is '0 is Sunday. Null: no fixed day.';
comment on column groups.meets_at is 'By the church''s clock.';
comment on column groups.schedule is 'What weekday and time do not say: "every other week, September to June".';
comment on column groups.area is 'Part of town, or where they meet.';
comment on column groups.life_stage is 'Whom it is for: "young adults, 18 to 30".';
comment on column groups.leader_email is 'Told of each request to join, instead of the church''s notification address. Never shown to visitors.';
comment on column groups.is_open is 'False: takes nobody new for now.';
comment on column groups.capacity is 'How many may ask to join: each request that was not declined or withdrawn takes one place. Null: no limit.';

create table group_join_requests (
    id              uuid primary key default gen_random_uuid(),
    church_id       uuid not null references churches (id) on delete cascade,
    group_id        uuid not null,
    name            text not null check (btrim(name) <> '' and length(name) <= 200),
    email           text check (length(email) <= 320),
    phone           text check (length(phone) <= 40),
    message         text not null default '' check (length(message) <= 2000),
    status          text not null default 'new' check (status in ('new', 'accepted', 'declined', 'withdrawn')),
    session_id      uuid not null,
    turn_id         uuid not null,
    idempotency_key uuid not null,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    foreign key (church_id, group_id) references groups (church_id, id) on delete cascade,
    check (email is not null or phone is not null),
    unique (church_id, idempotency_key)
);
create index group_join_requests_group on group_join_requests (church_id, group_id, created_at);
create index group_join_requests_recent on group_join_requests (church_id, created_at desc);
create unique index group_join_requests_email on group_join_requests (church_id, group_id, lower(email)) where status in ('new', 'accepted');
create unique index group_join_requests_phone on group_join_requests (church_id, group_id, phone) where status in ('new', 'accepted');
create trigger group_join_requests_touch before update on group_join_requests for each row execute function touch_updated_at();
select protect_by_church('group_join_requests', 'church_id');
comment on table group_join_requests is 'Who asked to join a group. Its leader answers them.';
comment on column group_join_requests.phone is 'E.164 where the church''s country tells how, else the digits as given: the same number is always written the same way.';
comment on column group_join_requests.idempotency_key is 'Of the visitor''s turn and the group.';

create table volunteer_roles (
    id            uuid primary key default gen_random_uuid(),
    church_id     uuid not null references churches (id) on delete cascade,
    name          text not null check (btrim(name) <> '' and length(name) <= 200),
    team          text not null default '' check (length(team) <= 200),
    description   text not null default '' check (length(description) <= 4000),
    schedule      text not null default '' check (length(schedule) <= 200),
    requirements  text not null default '' check (length(requirements) <= 1000),
    contact_name  text,
    contact_email text,
    is_open       boolean not null default true,
    places        integer check (places >= 0),
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    unique (church_id, id)
);
create index volunteer_roles_open on volunteer_roles (church_id, name) where is_open;
create trigger volunteer_roles_touch before update on volunteer_roles for each row execute function touch_updated_at();
select protect_by_church('volunteer_roles', 'church_id');
comment on table volunteer_roles is 'What a church needs helpers for.';
comment on column volunteer_roles.requirements is 'What somebody must be or do first: "18 or over, background check".';
comment on column volunteer_roles.contact_email is 'Told of each sign-up, instead of the church''s notification address. Never shown to visitors.';
comment on column volunteer_roles.places is 'How many may sign up: each sign-up that was not declined or withdrawn takes one. Null: no limit.';

create table volunteer_signups (
    id              uuid primary key default gen_random_uuid(),
    church_id       uuid not null references churches (id) on delete cascade,
    role_id         uuid not null,
    name            text not null check (btrim(name) <> '' and length(name) <= 200),
    email           text check (length(email) <= 320),
    phone           text check (length(phone) <= 40),
    message         text not null default '' check (length(message) <= 2000),
    status          text not null default 'new' check (status in ('new', 'accepted', 'declined', 'withdrawn')),
    session_id      uuid not null,
    turn_id         uuid not null,
    idempotency_key uuid not null,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    foreign key (church_id, role_id) references volunteer_roles (church_id, id) on delete cascade,
    check (email is not null or phone is not null),
    unique (church_id, idempotency_key)
);
create index volunteer_signups_role on volunteer_signups (church_id, role_id, created_at);
create index volunteer_signups_recent on volunteer_signups (church_id, created_at desc);
create unique index volunteer_signups_email on volunteer_signups (church_id, role_id, lower(email)) where status in ('new', 'accepted');
create unique index volunteer_signups_phone on volunteer_signups (church_id, role_id, phone) where status in ('new', 'accepted');
create trigger volunteer_signups_touch before update on volunteer_signups for each row execute function touch_updated_at();
select protect_by_church('volunteer_signups', 'church_id');
comment on table volunteer_signups is 'Who offered to help. The role''s contact answers them.';
comment on column volunteer_signups.phone is 'E.164 where the church''s country tells how, else the digits as given: the same number is always written the same way.';
comment on column volunteer_signups.idempotency_key is 'Of the visitor''s turn and the role.';

create table newsletter_subscriptions (
    id              uuid primary key default gen_random_uuid(),
    church_id       uuid not null references churches (id) on delete cascade,
    email           text not null check (position('@' in email) > 1 and length(email) <= 320),
    name            text check (length(name) <= 200),
    language        text not null check (language ~ '^[a-z]{2}$'),
    consent_text    text not null check (btrim(consent_text) <> ''),
    visitor_words   text not null check (btrim(visitor_words) <> '' and length(visitor_words) <= 2000),
    consented_at    timestamptz not null,
    unsubscribed_at timestamptz,
    session_id      uuid not null,
    turn_id         uuid not null,
    idempotency_key uuid not null,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    unique (church_id, idempotency_key)
);
create unique index newsletter_subscriptions_email on newsletter_subscriptions (church_id, lower(email));
create index newsletter_subscriptions_recent on newsletter_subscriptions (church_id, consented_at desc);
create trigger newsletter_subscriptions_touch before update on newsletter_subscriptions for each row execute function touch_updated_at();
select protect_by_church('newsletter_subscriptions', 'church_id');
comment on table newsletter_subscriptions is 'Who agreed to get a church''s newsletter by e-mail, and the proof of it.';
comment on column newsletter_subscriptions.consent_text is 'What the visitor was asked to agree to, word for word.';
comment on column newsletter_subscriptions.visitor_words is 'The message with which the visitor agreed.';
comment on column newsletter_subscriptions.unsubscribed_at is 'Null: subscribed. Agreeing again sets it to null, with the new consent.';

-- +goose Down

drop table newsletter_subscriptions;
drop table volunteer_signups;
drop table volunteer_roles;
drop table group_join_requests;
drop table groups;
drop table event_registrations;
drop table events;
