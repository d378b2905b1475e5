-- +goose Up

-- Exact search reads every vector of one church. Kept in the row, a vector costs one page read; kept out of line, as
-- pgvector does by default, it costs a look-up and four chunks of the TOAST table, and the scan takes several times as
-- long. A vector of 1,536 dimensions takes 6.2 KB of an 8 KB page, so everything wide beside it (the text, the words, a
-- FAQ's second vector) goes out of line, and the raised target keeps the small columns that the scan filters by in the row.
alter table unified_rag_content
    alter column embedding set storage plain,
    alter column question_embedding set storage external,
    alter column content set storage external,
    alter column title set storage main;
alter table unified_rag_content set (toast_tuple_target = 8160);

-- Words as search sees them: no accents, no case, nothing but letters and digits, and a border between a digit and the
-- letter after it, so that "José" finds "jose", "555-0134" finds "555 0134" and "9am" finds "9 a.m.". Character ranges
-- rather than classes, because what a class holds depends on the database's locale.
-- +goose StatementBegin
create function fold_words(input text) returns text
    language sql immutable parallel safe strict
    return regexp_replace(
        regexp_replace(
            regexp_replace(lower(normalize(input, NFD)), '[\u0300-\u036f]', '', 'g'),
            '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
        '([0-9])([a-z])', '\1 \2', 'g');
-- +goose StatementEnd

-- +goose StatementBegin
create function knowledge_words(language text, title text, heading_path text[], content text) returns tsvector
    language plpgsql immutable parallel safe as $$
begin
    return to_tsvector(
        case language
            when 'en' then 'pg_catalog.english'::regconfig
            when 'es' then 'pg_catalog.spanish'::regconfig
            else 'pg_catalog.simple'::regconfig
        end,
        -- cut, because a tsvector holds a megabyte at the most and a row that is too long for it could not be stored
        public.fold_words(left(concat_ws(' ', title, array_to_string(heading_path, ' '), content), 200000)));
end
$$;
-- +goose StatementEnd

alter table unified_rag_content
    add column words tsvector generated always as (knowledge_words(language, title, heading_path, content)) stored,
    add column approximate boolean not null default false;
comment on column unified_rag_content.words is 'Title, headings and text for full-text search, stemmed by the row''s language.';
comment on column unified_rag_content.approximate is 'Found through the HNSW index instead of the exact scan; set by classify_knowledge() for churches too large to scan.';

create index unified_rag_content_church on unified_rag_content (organization_id, approximate, content_type);
-- Without fastupdate: its pending list holds the new rows of every church, and each search would read through it.
create index unified_rag_content_words on unified_rag_content using gin (organization_id, words) with (fastupdate = off);
create index unified_rag_content_pending on unified_rag_content (organization_id)
    where embedding is null or (content_type = 'faq' and question_embedding is null);
create index unified_rag_content_nearest on unified_rag_content using hnsw (embedding vector_cosine_ops) where approximate;

-- Text that was edited is no longer what was embedded. The row leaves the answers until it is embedded again; a FAQ whose
-- answer alone changed keeps the embedding of its question, and so is still found by it.
-- +goose StatementBegin
create function outdate_embeddings() returns trigger
    language plpgsql as $$
begin
    if new.embedding is not distinct from old.embedding then
        new.embedding := null;
        new.embed_attempts := 0;
        new.embed_error := null;
    end if;
    if new.title is distinct from old.title and new.question_embedding is not distinct from old.question_embedding then
        new.question_embedding := null;
    end if;
    return new;
end
$$;
-- +goose StatementEnd
create trigger unified_rag_content_outdate before update of title, content, heading_path on unified_rag_content
    for each row when ((old.title, old.content, old.heading_path) is distinct from (new.title, new.content, new.heading_path))
    execute function outdate_embeddings();

-- The rows that may appear in an answer. Inlined by the planner, so that no query can forget a condition.
-- +goose StatementBegin
create function is_answerable(embedding vector, curation_status text, metadata jsonb, embedder text) returns boolean
    language sql immutable parallel safe
    return embedding is not null
        and curation_status = 'approved'
        and coalesce(metadata ->> 'visibility', 'public') = 'public'
        and (embedder is null or metadata ->> 'embedder' = embedder);
-- +goose StatementEnd

-- The distinct words of a question that are worth looking for, each with the query that finds it in every language a row
-- can have: the stem differs, and a church may keep documents in two languages.
-- +goose StatementBegin
create function question_words(question text, question_language text) returns table (word text, query tsquery)
    language sql stable parallel safe as $$
    select min(spoken), query
    from (
        select spoken, position,
               plainto_tsquery('pg_catalog.simple', spoken)
               || plainto_tsquery('pg_catalog.simple', coalesce((ts_lexize('pg_catalog.english_stem', spoken))[1], spoken))
               || plainto_tsquery('pg_catalog.simple', coalesce((ts_lexize('pg_catalog.spanish_stem', spoken))[1], spoken)) as query
        from regexp_split_to_table(fold_words(left(question, 2000)), ' ') with ordinality as split (spoken, position)
        where (length(spoken) > 1 or spoken between '0' and '9')
          and ts_lexize(case question_language when 'es' then 'pg_catalog.spanish_stem' else 'pg_catalog.english_stem' end::regdictionary,
                        spoken) <> '{}'
    ) as stemmed
    group by query
    order by min(position)
    limit 24
$$;
-- +goose StatementEnd

-- Neighbours among the rows of a church too large to scan. The planner is left no cheaper-looking way than the HNSW
-- index, and an iterative scan goes on past the rows of other large churches until enough of this one's are found. Should
-- it give up before that (few of the index's rows are this church's), every row is compared after all.
-- +goose StatementBegin
create function nearest_in_large_church(church uuid, query_embedding vector, embedder_name text, wanted integer)
    returns table (id uuid, distance double precision)
    language plpgsql stable
    set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
    ids       uuid[];
    distances double precision[];
begin
    -- Not in the function's own settings: those could be restored from a dump by a superuser only.
    perform set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '200', true),
            set_config('hnsw.max_scan_tuples', '100000', true), set_config('hnsw.scan_mem_multiplier', '8', true);
    select array_agg(near.id), array_agg(near.distance) into ids, distances
    from (
        select c.id, c.embedding <=> query_embedding as distance
        from unified_rag_content c
        where c.approximate
          and c.organization_id = church
          and is_answerable(c.embedding, c.curation_status, c.metadata, embedder_name)
        order by c.embedding <=> query_embedding
        limit wanted
    ) as near;
    if cardinality(ids) = wanted then
        return query select * from unnest(ids, distances);
        return;
    end if;
    return query
    select c.id, c.embedding <=> query_embedding
    from unified_rag_content c
    where c.approximate
      and c.organization_id = church
      and is_answerable(c.embedding, c.curation_status, c.metadata, embedder_name)
    order by (c.embedding <=> query_embedding) + 0 -- an expression that the HNSW index does not offer
    limit wanted;
end
$$;
-- +goose StatementEnd

-- What a church's visitors may be told that bears on a question, best first.
--
-- By meaning: the p_match_count nearest rows by cosine similarity, at or above p_match_threshold. Every row of the church
-- is compared (no recall is lost), but for rows marked approximate.
-- By words: a row's word score is the share it covers of the question's words, each weighted by how rare it is among the
-- church's rows (ln(1 + (N - n + 0.5) / (n + 0.5)), N rows, n of them with the word). A row that covers half or more, one
-- word of it rare, is a strong match: it is found whatever its similarity, which is reported as it is. Rows found by words
-- alone take free places, or at most a quarter of them from the least similar.
-- The order is by reciprocal rank fusion: score = 1 / (60 + rank by meaning) + 1 / (60 + rank by words).
--
-- The function runs as its owner, because under row-level security operators that are not leak-proof (@@, <=>) may not
-- use an index ahead of the policy; it refuses any church but the transaction's own instead. Its settings keep the
-- planner on the church's indexes at every table size, and spare a query of a few milliseconds a JIT compilation.
-- +goose StatementBegin
create function search_church_knowledge(
    p_church_id       uuid,
    p_query_embedding vector,
    p_match_threshold double precision default 0.35,
    p_match_count     integer default 8,
    p_query_text      text default null,
    p_embedder        text default null,
    p_language        text default null
)
    returns table (id uuid, document_id uuid, content_type text, title text, content text, heading_path text[], page integer,
                   similarity double precision, score double precision, approximate boolean)
    language plpgsql stable security definer
    set search_path = public, pg_temp
    set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
    places  constant integer := least(greatest(p_match_count, 1), 100);
    pool    constant integer := greatest(places * 4, 40);
    large   boolean;
    other   text;
begin
    if p_church_id is distinct from narthex_church_id() then
        raise exception 'search_church_knowledge: not the church of this transaction' using errcode = 'insufficient_privilege';
    end if;
    large := exists (select from unified_rag_content c where c.organization_id = p_church_id and c.approximate);

    return query
    with scanned as materialized (
        select c.id, c.embedding <=> p_query_embedding as distance
        from unified_rag_content c
        where c.organization_id = p_church_id
          and not c.approximate
          and is_answerable(c.embedding, c.curation_status, c.metadata, p_embedder)
    ), nearest as (
        select id, distance, row_number() over (order by distance, id) as rank
        from (
            (select id, distance from scanned order by distance, id limit pool)
            union all
            select near.id, near.distance
            from nearest_in_large_church(p_church_id, p_query_embedding, p_embedder, pool) near
            where large
        ) as both_ways
        order by distance, id
        limit pool
    ), church as materialized (
        select count(*) + case when large then 10000 else 0 end as all_rows from scanned
    ), hits as materialized (
        select w.word, h.id
        from question_words(p_query_text, p_language) w
        left join lateral (
            select c.id
            from unified_rag_content c
            where c.organization_id = p_church_id
              and c.words @@ w.query
              and is_answerable(c.embedding, c.curation_status, c.metadata, p_embedder)
            limit greatest(50, (select all_rows / 10 from church)) + 1
        ) h on true
    ), weights as (
        select word, count(id) as rows_with_it,
               case count(id)
                   when 0 then 0.5 * ln(1 + (greatest(all_rows, 1) - 0.5) / 1.5)
                   else ln(1 + (greatest(all_rows, count(id)) - count(id) + 0.5) / (count(id) + 0.5))
               end as weight
        from hits, church
        group by word, all_rows
        having count(id) <= greatest(50, all_rows / 10)
    ), covered as (
        select h.id,
               sum(w.weight) / (select sum(weight) from weights) as share,
               min(w.rows_with_it) <= (select greatest(3, all_rows / 20) from church) as rare
        from hits h join weights w using (word)
        where h.id is not null
        group by h.id
    ), worded as (
        select id, share >= 0.5 and rare as strong, rank() over (order by share desc) as rank
        from covered
        order by share desc, id
        limit pool
    ), candidates as (
        select id, c.document_id, c.content_type, c.title, c.content, c.heading_path, c.page,
               1 - (c.embedding <=> p_query_embedding) as similarity,
               coalesce(1.0 / (60 + n.rank), 0)::double precision + coalesce(1.0 / (60 + w.rank), 0)::double precision as score,
               coalesce(w.strong, false) as strong,
               coalesce(n.rank <= places and n.distance <= 1 - p_match_threshold, false) as near_enough,
               n.rank as by_meaning, w.rank as by_words
        from nearest n full join worded w using (id)
        join unified_rag_content c using (id)
        where w.strong or (n.rank <= places and n.distance <= 1 - p_match_threshold)
    ), placed as (
        select *,
               row_number() over (partition by near_enough order by by_words, similarity desc, id) as place_by_words,
               count(*) filter (where near_enough) over () as near_rows
        from candidates
    ), chosen as (
        select *
        from placed
        where near_enough or place_by_words <= greatest((places + 3) / 4, places - near_rows)
        order by strong desc, by_meaning nulls last, by_words
        limit places
    )
    select id, document_id, content_type, title, content, heading_path, page, similarity, score, large
    from chosen
    order by score desc, similarity desc, id;

    if not found and p_embedder is not null then
        select c.metadata ->> 'embedder' into other
        from unified_rag_content c
        where c.organization_id = p_church_id and c.embedding is not null and c.metadata ->> 'embedder' is distinct from p_embedder
        limit 1;
        if found and not exists (
            select from unified_rag_content c
            where c.organization_id = p_church_id and c.embedding is not null and c.metadata ->> 'embedder' = p_embedder
        ) then
            raise exception 'the knowledge of this church was embedded by %, not by %', coalesce(other, 'an unnamed embedder'), p_embedder
                using errcode = 'NX001', detail = coalesce(other, '');
        end if;
    end if;
end
$$;
-- +goose StatementEnd

-- A text whose embedding failed is tried again after 30 s, 1 min, 2 min … at most every hour.
-- +goose StatementBegin
create function embedding_due(attempts integer, last_tried timestamptz) returns boolean
    language sql stable parallel safe
    return attempts = 0 or last_tried + least(interval '1 hour', interval '30 seconds' * 2 ^ least(attempts - 1, 10)) <= now();
-- +goose StatementEnd

-- Which churches have work waiting for the embedder: the jobs that find it run for no church in particular, and row-level
-- security would show them nothing. It tells ids and counts, no content.
-- +goose StatementBegin
create function pending_knowledge()
    returns table (organization_id uuid, unfinished_documents bigint, pending_rows bigint, due_rows bigint)
    language sql stable security definer set search_path = public, pg_temp as $$
    select organization_id, sum(documents)::bigint, sum(missing)::bigint, sum(due)::bigint
    from (
        select organization_id, 1 as documents, 0 as missing, 0 as due
        from knowledge_documents
        where status in ('queued', 'extracting', 'embedding')
        union all
        select organization_id, 0, 1, (embedding_due(embed_attempts, updated_at))::integer
        from unified_rag_content
        where (embedding is null or (content_type = 'faq' and question_embedding is null))
          -- a document's passages are pending while its ingestion, which is counted itself, prepares them
          and (content_type <> 'document' and curation_status <> 'rejected' or curation_status = 'approved')
    ) as waiting
    group by organization_id
$$;
-- +goose StatementEnd

-- Sorts churches into those that are scanned and those that are searched through the HNSW index: a church comes to the
-- index with scan_limit rows and leaves it below half of that. Changes at most batch rows a call and returns how many; call
-- it until it returns 0.
-- +goose StatementBegin
create function classify_knowledge(scan_limit integer, batch integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    changed integer;
begin
    with sizes as (
        select organization_id, count(*) as all_rows from unified_rag_content group by organization_id
    ), misplaced as (
        select c.id
        from sizes s join unified_rag_content c using (organization_id)
        where (s.all_rows >= scan_limit and not c.approximate)
           or (s.all_rows < scan_limit / 2.0 and c.approximate)
        limit batch
        for update of c skip locked
    )
    update unified_rag_content c set approximate = not c.approximate from misplaced m where c.id = m.id;
    get diagnostics changed = row_count;
    return changed;
end
$$;
-- +goose StatementEnd

-- Functions are executable by everyone unless told otherwise, and these run as their owner.
revoke execute on function search_church_knowledge(uuid, vector, double precision, integer, text, text, text),
    pending_knowledge(), classify_knowledge(integer, integer) from public;
grant execute on function search_church_knowledge(uuid, vector, double precision, integer, text, text, text),
    pending_knowledge(), classify_knowledge(integer, integer) to narthex_app;

-- +goose Down

drop function classify_knowledge(integer, integer);
drop function pending_knowledge();
drop function embedding_due(integer, timestamptz);
drop function search_church_knowledge(uuid, vector, double precision, integer, text, text, text);
drop function nearest_in_large_church(uuid, vector, text, integer);
drop function question_words(text, text);
drop function is_answerable(vector, text, jsonb, text);
drop trigger unified_rag_content_outdate on unified_rag_content;
drop function outdate_embeddings();
drop index unified_rag_content_nearest;
drop index unified_rag_content_pending;
drop index unified_rag_content_words;
drop index unified_rag_content_church;
alter table unified_rag_content drop column approximate, drop column words;
drop function knowledge_words(text, text, text[], text);
drop function fold_words(text);
alter table unified_rag_content reset (toast_tuple_target);
alter table unified_rag_content
    alter column title set storage extended,
    alter column content set storage extended,
    alter column question_embedding set storage external,
    alter column embedding set storage external;
