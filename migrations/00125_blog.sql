-- +goose Up

-- What articles are searched by: titles before excerpts and tags before the text, stemmed by the article's language. The text is
-- cut, because a tsvector holds a megabyte at the most and an article that is too long for it could not be stored.
-- +goose StatementBegin
create function article_words(language text, title text, excerpt text, tags jsonb, content text) returns tsvector
    language plpgsql immutable parallel safe as $$
declare
    stemmer constant regconfig := case language
        when 'en' then 'pg_catalog.english'::regconfig
        when 'es' then 'pg_catalog.spanish'::regconfig
        else 'pg_catalog.simple'::regconfig
    end;
begin
    return setweight(to_tsvector(stemmer, coalesce(title, '')), 'A')
        || setweight(to_tsvector(stemmer, coalesce(excerpt, '')), 'B')
        || setweight(jsonb_to_tsvector(stemmer, coalesce(tags, '[]'), '["string"]'), 'B')
        || setweight(to_tsvector(stemmer, left(content, 200000)), 'D');
end
$$;
-- +goose StatementEnd

alter table articles
    add column language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
    add column translation_of uuid references articles (id) on delete set null check (translation_of <> id),
    add column featured_image_width integer check (featured_image_width between 1 and 20000),
    add column featured_image_height integer check (featured_image_height between 1 and 20000),
    add column category_key text generated always as (lower(coalesce(category ->> 'slug', category ->> 'name', category #>> '{}'))) stored,
    add column words tsvector generated always as (article_words(language, title, excerpt, tags, content)) stored,
    add check (status <> 'scheduled' or published_at is not null);

comment on column articles.language is 'ISO 639 code of the language it is written in.';
comment on column articles.translation_of is 'The article that this one says in another language.';
comment on column articles.category_key is 'What the category is asked for by.';
comment on column articles.author is 'Object: name, and optionally title, bio, url, image_url.';
comment on column articles.category is 'Object: name and slug.';
comment on column articles.seo is 'Object, each key optional: title, description, image_url, image_alt, canonical_url, noindex (bool).';

-- Keyset pages, newest first; with a category or a tag.
create index articles_newest on articles (published_at desc, id desc) where status = 'published';
create index articles_category on articles (category_key, published_at desc, id desc) where status = 'published';
create index articles_tags on articles using gin (tags jsonb_path_ops) where status = 'published';
create index articles_words on articles using gin (words) with (fastupdate = off) where status = 'published';
create index articles_translations on articles (translation_of) where translation_of is not null;
create index articles_due on articles (published_at) where status = 'scheduled';
create index articles_updated on articles (updated_at desc);

-- Where an article was before its slug was changed, for links that others have made.
create table article_slugs (
    slug       text primary key,
    article_id uuid not null references articles (id) on delete cascade,
    created_at timestamptz not null default now()
);
create index article_slugs_article on article_slugs (article_id);
comment on table article_slugs is 'Slugs that articles had before; none is that of an article now.';

-- +goose StatementBegin
create function date_article() returns trigger
    language plpgsql as $$
begin
    if new.status = 'published' and new.published_at is null then
        new.published_at := now();
    end if;
    return new;
end
$$;
-- +goose StatementEnd
create trigger articles_date before insert or update on articles for each row execute function date_article();

-- +goose StatementBegin
create function remember_article_slug() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new.slug <> old.slug then
        insert into article_slugs (slug, article_id) values (old.slug, new.id)
        on conflict (slug) do update set article_id = excluded.article_id, created_at = now();
    end if;
    delete from article_slugs where slug = new.slug;
    return null;
end
$$;
-- +goose StatementEnd
create trigger articles_slug after insert or update of slug on articles for each row execute function remember_article_slug();

-- +goose Down

drop trigger articles_slug on articles;
drop trigger articles_date on articles;
drop function remember_article_slug();
drop function date_article();
drop table article_slugs;
drop index articles_updated, articles_due, articles_translations, articles_tags, articles_category, articles_newest;
comment on column articles.author is null;
comment on column articles.category is null;
comment on column articles.seo is null;
alter table articles
    drop constraint articles_check,
    drop column words, drop column category_key, drop column featured_image_height, drop column featured_image_width,
    drop column translation_of, drop column language;
drop function article_words(text, text, text, jsonb, text);
