-- +goose Up

-- What a search compares, in half precision: two passages lie in a page where there was one, so that twice as many churches' knowledge
-- stays in memory, and the index of large churches is half as large. A similarity is off by less than a ten-thousandth. The vector as the
-- embedder gave it stays, out of line, where no search reads it.
alter table unified_rag_content set (toast_tuple_target = 4060); -- half a page, less what the page itself takes
alter table unified_rag_content -- in one statement, so that the rows are written once, each vector where it belongs
    alter column embedding set storage external,
    add column embedding_half halfvec(1536) generated always as (embedding::halfvec(1536)) stored,
    alter column embedding_half set storage plain;
comment on column unified_rag_content.embedding_half is 'The embedding in half precision, which is what searches compare.';

drop index unified_rag_content_nearest;
create index unified_rag_content_nearest on unified_rag_content using hnsw (embedding_half halfvec_cosine_ops) where approximate;

-- +goose StatementBegin
create or replace function nearest_in_large_church(church uuid, query_embedding vector, embedder_name text, wanted integer)
    returns table (id uuid, distance double precision)
    language plpgsql stable
    set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
    asked     constant halfvec := query_embedding::halfvec(1536);
    ids       uuid[];
    distances double precision[];
begin
    -- Not in the function's own settings: those could be restored from a dump by a superuser only.
    perform set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '200', true),
            set_config('hnsw.max_scan_tuples', '100000', true), set_config('hnsw.scan_mem_multiplier', '8', true);
    select array_agg(near.id), array_agg(near.distance) into ids, distances
    from (
        select c.id, c.embedding_half <=> asked as distance
        from unified_rag_content c
        where c.approximate
          and c.organization_id = church
          and is_answerable(c.embedding, c.curation_status, c.metadata, embedder_name)
        order by c.embedding_half <=> asked
        limit wanted
    ) as near;
    if cardinality(ids) = wanted then
        return query select * from unnest(ids, distances);
        return;
    end if;
    return query
    select c.id, c.embedding_half <=> asked
    from unified_rag_content c
    where c.approximate
      and c.organization_id = church
      and is_answerable(c.embedding, c.curation_status, c.metadata, embedder_name)
    order by (c.embedding_half <=> asked) + 0 -- an expression that the HNSW index does not offer
    limit wanted;
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function search_church_knowledge(
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
    asked   constant halfvec := p_query_embedding::halfvec(1536);
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
        select c.id, c.embedding_half <=> asked as distance
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
               1 - (c.embedding_half <=> asked) as similarity,
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

-- +goose Down

-- The functions as they were, which compare the vectors as they came.
-- +goose StatementBegin
do $$
declare
    changed record;
begin
    for changed in
        select * from (values ('nearest_in_large_church'::regproc, 'query_embedding'), ('search_church_knowledge'::regproc, 'p_query_embedding')) as f (name, asked)
    loop
        execute regexp_replace(
            replace(pg_get_functiondef(changed.name), 'embedding_half <=> asked', 'embedding <=> ' || changed.asked),
            '\n *asked +constant halfvec [^\n]*', '');
    end loop;
end
$$;
-- +goose StatementEnd

drop index unified_rag_content_nearest;
alter table unified_rag_content set (toast_tuple_target = 8160);
alter table unified_rag_content drop column embedding_half, alter column embedding set storage plain;
create index unified_rag_content_nearest on unified_rag_content using hnsw (embedding vector_cosine_ops) where approximate;
