-- +goose Up

-- What was internal and is public now may be a better answer than one that was given before: as an addition, it raises the epoch.
-- +goose StatementBegin
create or replace function knowledge_updated() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    perform retract_knowledge(organization_id, contents)
    from (
        select o.organization_id, array_agg(o.id) as contents
        from old_rows o join new_rows n using (id)
        where o.published_at is not null and o.curation_status = 'approved'
          and (o.title, o.content, o.heading_path, o.curation_status, o.language,
               o.metadata ->> 'visibility', o.metadata ->> 'exact_response')
              is distinct from
              (n.title, n.content, n.heading_path, n.curation_status, n.language,
               n.metadata ->> 'visibility', n.metadata ->> 'exact_response')
        group by o.organization_id
        order by o.organization_id
    ) as edited;
    perform raise_church_epoch(organization_id)
    from (
        select distinct n.organization_id
        from old_rows o join new_rows n using (id)
        where o.published_at is null and n.published_at is not null
           or o.curation_status <> 'approved' and n.curation_status = 'approved' and n.embedding is not null
           or o.metadata ->> 'visibility' = 'internal' and coalesce(n.metadata ->> 'visibility', 'public') = 'public' and n.published_at is not null
        order by 1
    ) as published;
    -- What changes nothing that was answered but changes what nodes hold: an edited row waits without embeddings until it is
    -- embedded again, and an embedder may be exchanged for another.
    perform pg_notify('narthex_church', organization_id::text)
    from (
        select distinct n.organization_id
        from old_rows o join new_rows n using (id)
        where (o.embedding is null, o.question_embedding is null, o.metadata ->> 'embedder', o.metadata ->> 'faq_category')
              is distinct from
              (n.embedding is null, n.question_embedding is null, n.metadata ->> 'embedder', n.metadata ->> 'faq_category')
    ) as reembedded;
    return null;
end
$$;
-- +goose StatementEnd

-- +goose Down

-- +goose StatementBegin
create or replace function knowledge_updated() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    perform retract_knowledge(organization_id, contents)
    from (
        select o.organization_id, array_agg(o.id) as contents
        from old_rows o join new_rows n using (id)
        where o.published_at is not null and o.curation_status = 'approved'
          and (o.title, o.content, o.heading_path, o.curation_status, o.language,
               o.metadata ->> 'visibility', o.metadata ->> 'exact_response')
              is distinct from
              (n.title, n.content, n.heading_path, n.curation_status, n.language,
               n.metadata ->> 'visibility', n.metadata ->> 'exact_response')
        group by o.organization_id
        order by o.organization_id
    ) as edited;
    perform raise_church_epoch(organization_id)
    from (
        select distinct n.organization_id
        from old_rows o join new_rows n using (id)
        where o.published_at is null and n.published_at is not null
           or o.curation_status <> 'approved' and n.curation_status = 'approved' and n.embedding is not null
        order by 1
    ) as published;
    -- What changes nothing that was answered but changes what nodes hold: an edited row waits without embeddings until it is
    -- embedded again, and an embedder may be exchanged for another.
    perform pg_notify('narthex_church', organization_id::text)
    from (
        select distinct n.organization_id
        from old_rows o join new_rows n using (id)
        where (o.embedding is null, o.question_embedding is null, o.metadata ->> 'embedder', o.metadata ->> 'faq_category')
              is distinct from
              (n.embedding is null, n.question_embedding is null, n.metadata ->> 'embedder', n.metadata ->> 'faq_category')
    ) as reembedded;
    return null;
end
$$;
-- +goose StatementEnd
