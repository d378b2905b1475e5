-- +goose Up

create table theological_lenses (
    id          smallint primary key check (id between 1 and 17),
    slug        text not null unique,
    name        text not null unique,
    description text not null,
    -- [{"term": "...", "gloss": "...", "instead_of": "..."}]
    vocabulary  jsonb not null default '[]' check (jsonb_typeof(vocabulary) = 'array')
);
comment on table theological_lenses is 'The catalogue of 17 theological traditions in whose voice a church may answer. Seed data.';
comment on column theological_lenses.vocabulary is 'Array of {term, gloss, instead_of?}: say this, rather than that.';

create table theological_contradictions (
    id              uuid primary key default gen_random_uuid(),
    lens_id         smallint not null references theological_lenses (id) on delete cascade,
    topic           text not null,
    position        text not null,
    forbidden_terms text[] not null check (cardinality(forbidden_terms) > 0),
    unique (lens_id, topic)
);
comment on table theological_contradictions is 'Doctrinal rules of a lens: its position on a topic and the terms an answer must never mention. Seed data, not editable by admins.';

create table church_families (
    key      text primary key,
    name     text not null unique,
    position smallint not null
);
comment on table church_families is 'Families of denominations; the first choice of the onboarding form.';

create table denominations (
    key        text primary key,
    family_key text not null references church_families (key) on delete cascade,
    name       text not null unique,
    lens_id    smallint not null references theological_lenses (id),
    -- ISO 3166-1 alpha-2 codes in which the form offers it; empty means everywhere.
    countries  text[] not null default '{}'
);
create index on denominations (family_key);
create index on denominations (lens_id);
comment on table denominations is 'Denominations and the lens each maps to when a church has chosen none.';

create table product_knowledge (
    id         uuid primary key default gen_random_uuid(),
    priority   integer not null unique check (priority > 0),
    topic      text not null,
    question   text not null unique,
    answer     text not null,
    created_at timestamptz not null default now()
);
comment on table product_knowledge is 'Questions and answers about the platform itself; the first 20 by priority (1 first) go into the full prompt.';

create table articles (
    id                 uuid primary key default gen_random_uuid(),
    slug               text not null unique,
    title              text not null,
    excerpt            text,
    content            text not null check (btrim(content) <> ''),
    status             text not null default 'published' check (status in ('draft', 'published', 'archived', 'scheduled')),
    published_at       timestamptz,
    created_at         timestamptz not null default now(),
    updated_at         timestamptz not null default now(),
    read_time          integer default 5,
    author             jsonb,
    category           jsonb,
    tags               jsonb check (tags is null or jsonb_typeof(tags) = 'array'),
    featured_image_url text,
    featured_image_alt text,
    seo                jsonb
);
create index articles_slug_public on articles (slug) where status in ('published', 'archived');
create index articles_published_at_public on articles (published_at desc) where status in ('published', 'archived');
create index articles_status on articles (status);
create trigger articles_touch before update on articles for each row execute function touch_updated_at();
comment on table articles is 'Blog articles served at /blog.';
comment on column articles.read_time is 'Minutes.';

-- +goose Down

drop table articles;
drop table product_knowledge;
drop table denominations;
drop table church_families;
drop table theological_contradictions;
drop table theological_lenses;
