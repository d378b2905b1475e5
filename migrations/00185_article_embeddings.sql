-- +goose Up

-- What articles say, as vectors, so that each can offer those that are most like it. They stand beside the articles and not in them:
-- storing one changes no article, and so neither its date nor what readers keep of its page. Every article has a row from its
-- beginning: what is still to be embedded is found by an index, and not by comparing two tables.
create table article_embeddings (
    article_id uuid primary key references articles (id) on delete cascade,
    embedding  vector(1536),
    embedder   text,
    outdated   boolean not null default true,
    attempts   integer not null default 0,
    tried_at   timestamptz not null default now(),
    error      text,
    check ((embedding is null) = (embedder is null))
);
create index article_embeddings_outdated on article_embeddings (attempts, article_id) where outdated;
create index article_embeddings_nearest on article_embeddings using hnsw (embedding vector_cosine_ops);
comment on table article_embeddings is 'Vectors of articles, by which related ones are found. A row without one waits for the embedder.';
comment on column article_embeddings.embedder is 'Who made the vector; those of different ones are never compared.';
comment on column article_embeddings.outdated is 'The article says something else by now, or was never embedded.';
comment on column article_embeddings.attempts is 'How often embedding it has failed since its text changed, the last time at tried_at for the reason in error.';

insert into article_embeddings (article_id) select id from articles;

-- +goose StatementBegin
create function outdate_article_embedding() returns trigger
    language plpgsql as $$
begin
    insert into article_embeddings (article_id) values (new.id)
    on conflict (article_id) do update set outdated = true, attempts = 0, error = null;
    return null;
end
$$;
-- +goose StatementEnd
create trigger articles_embed_new after insert on articles for each row execute function outdate_article_embedding();
create trigger articles_embed after update of title, excerpt, tags, content on articles for each row
    when ((old.title, old.excerpt, old.tags, old.content) is distinct from (new.title, new.excerpt, new.tags, new.content))
    execute function outdate_article_embedding();

-- The listed articles of the same language that are most like one, nearest first; none if that one has no vector. The index is gone
-- through until enough of them are found, past drafts and other languages, but not for ever: articles of a language that few are
-- written in are found in another way.
-- +goose StatementBegin
create function related_articles(article uuid, wanted integer) returns setof uuid
    language plpgsql stable
    set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off as $$
declare
    origin  vector;
    made_by text;
    spoken  text;
begin
    select e.embedding, e.embedder, a.language into origin, made_by, spoken
    from article_embeddings e join articles a on a.id = e.article_id
    where e.article_id = article;
    if origin is null then
        return;
    end if;
    -- Not in the function's own settings: those could be restored from a dump by a superuser only.
    perform set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '60', true),
            set_config('hnsw.max_scan_tuples', '1000', true);
    return query
    select a.id
    from article_embeddings e join articles a on a.id = e.article_id
    where e.embedder = made_by and a.id <> article and a.language = spoken and a.status = 'published' and a.published_at <= now()
    order by e.embedding <=> origin
    limit wanted;
end
$$;
-- +goose StatementEnd

-- +goose Down

drop function related_articles(uuid, integer);
drop trigger articles_embed on articles;
drop trigger articles_embed_new on articles;
drop function outdate_article_embedding();
drop table article_embeddings;
