-- +goose Up

create table churches (
    id           uuid primary key default gen_random_uuid(),
    slug         text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
    name         text not null check (btrim(name) <> ''),
    denomination text,
    address      text,
    city         text,
    state        text,
    postal_code  text,
    country      text check (country ~ '^[A-Z]{2}$'),
    latitude     double precision check (latitude between -90 and 90),
    longitude    double precision check (longitude between -180 and 180),
    phone        text,
    email        text,
    website      text,
    photo        text,
    photo_alt    text,
    timezone     text not null default 'UTC',
    language     text not null default 'en' check (language ~ '^[a-z]{2}$'),
    is_premium   boolean not null default false,
    is_demo      boolean not null default false,
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now()
);
create index churches_match on churches (country, lower(city), lower(name));
create trigger churches_touch before update on churches for each row execute function touch_updated_at();
comment on table churches is 'The directory: every church, subscribed or not. Public facts only.';
comment on column churches.denomination is 'Key or name of a row of denominations, or free text.';
comment on column churches.country is 'ISO 3166-1 alpha-2.';
comment on column churches.timezone is 'IANA name; every time of this church is shown in it.';
comment on column churches.language is 'ISO 639-1: the language of the church''s own texts.';
comment on column churches.is_demo is 'Demonstration church: the only kind for which lensOverride counts.';

-- The directory is public: anyone may read it, only the church itself (or provisioning for it) may write.
alter table churches enable row level security;
create policy directory_is_public on churches for select to narthex_app using (true);
create policy church_writes_itself on churches for all to narthex_app
    using (id = (select narthex_church_id())) with check (id = (select narthex_church_id()));

create table premium_churches (
    id                      uuid primary key default gen_random_uuid(),
    church_id               uuid not null unique references churches (id) on delete cascade,
    status                  text not null default 'active' check (status in ('active', 'past_due', 'canceled', 'paused')),
    status_changed_at       timestamptz not null default now(),
    plan                    text not null check (plan in ('starter_chat', 'starter_voice', 'starter_both',
                                'pro_chat', 'pro_voice', 'pro_both', 'suite_chat', 'suite_both')),
    channel                 text not null check (channel in ('chat', 'voice', 'both')),
    care_enabled            boolean not null default false,
    admin_email             text,
    admin_name              text,
    admin_phone             text,
    marketing_opt_in        boolean not null default false,
    payment_customer_id     text,
    payment_subscription_id text unique,
    admin_token             uuid not null unique default gen_random_uuid(),
    chatbot_enabled         boolean not null default false,
    chatbot_agent_id        uuid,
    custom_name             text,
    custom_hours            jsonb check (jsonb_typeof(custom_hours) = 'object'),
    custom_staff            jsonb check (jsonb_typeof(custom_staff) = 'array'),
    custom_ministries       jsonb check (jsonb_typeof(custom_ministries) = 'array'),
    what_to_expect          jsonb check (jsonb_typeof(what_to_expect) = 'object'),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    check (split_part(plan, '_', 2) = channel)
);
create index premium_churches_admin_email on premium_churches (lower(admin_email));
create trigger premium_churches_touch before update on premium_churches for each row execute function touch_updated_at();
-- +goose StatementBegin
create function note_status_change() returns trigger language plpgsql as $$
begin
    new.status_changed_at := now();
    return new;
end
$$;
-- +goose StatementEnd
create trigger premium_churches_status before update of status on premium_churches
    for each row when (old.status is distinct from new.status) execute function note_status_change();
select protect_by_church('premium_churches', 'church_id');
comment on table premium_churches is 'The subscription of a church and what its admin has configured for visitors.';
comment on column premium_churches.admin_token is 'The magic link''s token: whoever holds it administers the church.';
comment on column premium_churches.status_changed_at is 'A past_due church is still served for 14 days from here.';
comment on column premium_churches.chatbot_agent_id is 'Equals the church id after provisioning; null means no chatbot was provisioned.';
comment on column premium_churches.custom_name is 'Shown in chat and spoken by voice instead of the directory name.';
comment on column premium_churches.custom_hours is 'Object: weekday name to array of time strings.';
comment on column premium_churches.custom_staff is 'Array of {name, title, bio, photo_url}.';
comment on column premium_churches.custom_ministries is 'Array of {name, description}.';
comment on column premium_churches.what_to_expect is 'Object: dress_code, parking, children, first_visit, music_style, service_length.';

create table church_voice_agents (
    id                          uuid primary key default gen_random_uuid(),
    church_id                   uuid not null unique references churches (id) on delete cascade,
    status                      text not null default 'pending_setup' check (status in ('pending_setup', 'active', 'disabled')),
    notification_email          text,
    notification_phone          text,
    pastor_name                 text,
    voice_id                    text,
    welcome_greeting            text,
    pastor_availability_text    text,
    pastor_availability         jsonb check (jsonb_typeof(pastor_availability) = 'object'),
    giving_url                  text,
    calendar_app_id             text,
    calendar_enabled            boolean not null default false,
    scheduling_event_type_id    text,
    sermon_topic                text,
    sermon_series               text,
    theme_verse                 text,
    weekly_announcement         text,
    prayer_requests_enabled     boolean not null default true,
    visitor_intake_enabled      boolean not null default true,
    callback_scheduling_enabled boolean not null default true,
    carrier_phone_number        text unique check (carrier_phone_number ~ '^\+[1-9][0-9]{6,14}$'),
    assistant_phone_number      text unique check (assistant_phone_number ~ '^\+[1-9][0-9]{6,14}$'),
    crisis_message              text,
    crisis_blessing             text,
    escalation_contact_name     text,
    escalation_when             text,
    created_at                  timestamptz not null default now(),
    updated_at                  timestamptz not null default now()
);
create trigger church_voice_agents_touch before update on church_voice_agents for each row execute function touch_updated_at();
select protect_by_church('church_voice_agents', 'church_id');
comment on table church_voice_agents is 'Voice configuration, and the facts and notification addresses that chat shares with it. One row per subscribed church, whatever its plan.';
comment on column church_voice_agents.notification_email is 'Where crisis and prayer notifications go. Null: they go to the founder, who is told so.';
comment on column church_voice_agents.pastor_availability is 'Object: weekday name to array of time ranges, "HH:MM-HH:MM".';
comment on column church_voice_agents.carrier_phone_number is 'The number at the telephone carrier, E.164.';
comment on column church_voice_agents.assistant_phone_number is 'The number at the voice-assistant provider, E.164.';
comment on column church_voice_agents.crisis_message is 'Replaces the built-in crisis answer''s opening; the emergency lines are always added.';

create table organization_settings (
    organization_id     uuid primary key references churches (id) on delete cascade,
    chatbot_config      jsonb not null default '{}' check (jsonb_typeof(chatbot_config) = 'object'),
    agent_config        jsonb not null default '{}' check (jsonb_typeof(agent_config) = 'object'),
    agent_tool_config   jsonb not null default '{}' check (jsonb_typeof(agent_tool_config) = 'object'),
    doctrinal_overrides jsonb check (jsonb_typeof(doctrinal_overrides) = 'object'),
    created_at          timestamptz not null default now(),
    updated_at          timestamptz not null default now()
);
create trigger organization_settings_touch before update on organization_settings for each row execute function touch_updated_at();
select protect_by_church('organization_settings', 'organization_id');
comment on table organization_settings is 'How a church''s assistant behaves. organization_id is the church''s chatbot_agent_id.';
comment on column organization_settings.agent_config is 'Keys care, coordinator, discipleship, stewardship; each {enabled, personality: {tone, warmth}, handoff_rules}. Merged over the plan''s defaults.';
comment on column organization_settings.agent_tool_config is 'Tool name to boolean: tools the church has switched on or off.';
comment on column organization_settings.doctrinal_overrides is 'Topic to the church''s own position, in its own words.';

create table church_theological_lenses (
    church_id           uuid primary key references churches (id) on delete cascade,
    theological_lens_id smallint not null references theological_lenses (id),
    created_at          timestamptz not null default now()
);
select protect_by_church('church_theological_lenses', 'church_id');
comment on table church_theological_lenses is 'The lens a church has chosen. No row: its denomination decides, then lens 10.';

-- +goose Down

drop table church_theological_lenses;
drop table organization_settings;
drop table church_voice_agents;
drop table premium_churches;
drop function note_status_change();
drop table churches;
