-- +goose Up

-- Sizes first, out of the index alone, then the rows of those churches that are on the wrong side: the table itself has a kilobyte of
-- text in each row, and is read whole otherwise, every hour. Without sequential scans it is, as long as the table is small, too.
-- +goose StatementBegin
create or replace function classify_knowledge(scan_limit integer, batch integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
    grown   uuid[];
    shrunk  uuid[];
    changed integer;
begin
    select array_agg(organization_id) filter (where all_rows >= scan_limit), array_agg(organization_id) filter (where all_rows < scan_limit)
    into grown, shrunk
    from (
        select organization_id, count(*) as all_rows
        from unified_rag_content
        group by organization_id
        having count(*) >= scan_limit and not bool_and(approximate)
            or count(*) < scan_limit / 2.0 and bool_or(approximate)
    ) as misplaced;
    if grown is null and shrunk is null then
        return 0;
    end if;
    with misplaced as (
        select id
        from unified_rag_content
        where organization_id = any(grown) and not approximate
           or organization_id = any(shrunk) and approximate
        limit batch
        for update skip locked
    )
    update unified_rag_content c set approximate = not c.approximate from misplaced m where c.id = m.id;
    get diagnostics changed = row_count;
    return changed;
end
$$;
-- +goose StatementEnd

-- +goose Down

-- +goose StatementBegin
create or replace function classify_knowledge(scan_limit integer, batch integer) returns integer
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
