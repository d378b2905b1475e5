-- +goose Up

-- How a change reaches every node: each church has a version row; triggers raise it and NOTIFY narthex_church with the
-- church's id ('*' for reference data). Updating the row also serialises the changes of one church, so its numbers are
-- in commit order and "everything after N" never misses one.
create table church_versions (
    church_id         uuid primary key references churches (id) on delete cascade,
    epoch             bigint not null default 1,
    retracted_through bigint not null default 0
);
select protect_by_church('church_versions', 'church_id');
comment on table church_versions is 'Counters that caches compare with.';
comment on column church_versions.epoch is 'Raised when facts, configuration, lens or the set of knowledge changes: every cached answer of an older epoch is out.';
comment on column church_versions.retracted_through is 'The newest version in knowledge_retractions.';

create table knowledge_retractions (
    organization_id uuid not null references churches (id) on delete cascade,
    version         bigint not null,
    content_id      uuid not null,
    retracted_at    timestamptz not null default now(),
    primary key (organization_id, version, content_id)
);
create index knowledge_retractions_age on knowledge_retractions (retracted_at);
select protect_by_church('knowledge_retractions', 'organization_id');
comment on table knowledge_retractions is 'Knowledge rows that were edited or removed: cached answers made from them are to be purged. Rows older than any cached answer can live may be deleted.';

-- +goose StatementBegin
create function raise_church_epoch(church uuid) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    insert into church_versions (church_id) values (church)
    on conflict (church_id) do update set epoch = church_versions.epoch + 1;
    perform pg_notify('narthex_church', church::text);
exception
    when foreign_key_violation then perform pg_notify('narthex_church', church::text); -- the church itself is being deleted
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function church_changed() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    church uuid := (to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid;
begin
    perform raise_church_epoch(church);
    return null;
end
$$;
-- +goose StatementEnd

create trigger churches_changed after insert or update on churches for each row execute function church_changed('id');
create trigger premium_churches_changed after insert or update or delete on premium_churches for each row execute function church_changed('church_id');
create trigger church_voice_agents_changed after insert or update or delete on church_voice_agents for each row execute function church_changed('church_id');
create trigger organization_settings_changed after insert or update or delete on organization_settings for each row execute function church_changed('organization_id');
create trigger church_theological_lenses_changed after insert or update or delete on church_theological_lenses for each row execute function church_changed('church_id');

-- +goose StatementBegin
create function reference_changed() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    update church_versions set epoch = epoch + 1;
    perform pg_notify('narthex_church', '*');
    return null;
end
$$;
-- +goose StatementEnd

create trigger theological_lenses_changed after insert or update or delete on theological_lenses for each statement execute function reference_changed();
create trigger theological_contradictions_changed after insert or update or delete on theological_contradictions for each statement execute function reference_changed();
create trigger denominations_changed after insert or update or delete on denominations for each statement execute function reference_changed();
create trigger product_knowledge_changed after insert or update or delete on product_knowledge for each statement execute function reference_changed();

-- +goose StatementBegin
create function publish_knowledge() returns trigger
    language plpgsql as $$
begin
    if new.embedding is not null and new.curation_status = 'approved' and new.published_at is null then
        new.published_at := now();
    end if;
    return new;
end
$$;
-- +goose StatementEnd
create trigger unified_rag_content_publish before insert or update on unified_rag_content for each row execute function publish_knowledge();

-- Additions raise the epoch (any answer might now be a better one); edits and removals retract exactly the rows concerned.
-- +goose StatementBegin
create function knowledge_added() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    perform raise_church_epoch(organization_id)
    from (select distinct organization_id from new_rows where published_at is not null order by 1) as added;
    return null;
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function retract_knowledge(church uuid, contents uuid[]) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    next_version bigint;
begin
    insert into church_versions as v (church_id, retracted_through) values (church, 1)
    on conflict (church_id) do update set retracted_through = v.retracted_through + 1
    returning retracted_through into next_version;
    insert into knowledge_retractions (organization_id, version, content_id)
    select church, next_version, unnest(contents);
    perform pg_notify('narthex_church', church::text);
exception
    when foreign_key_violation then null; -- the church itself is being deleted
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function knowledge_updated() returns trigger
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

-- +goose StatementBegin
create function knowledge_removed() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    perform retract_knowledge(organization_id, contents)
    from (
        select organization_id, array_agg(id) as contents
        from old_rows
        where published_at is not null and curation_status = 'approved'
        group by organization_id
        order by organization_id
    ) as removed;
    return null;
end
$$;
-- +goose StatementEnd

create trigger unified_rag_content_added after insert on unified_rag_content
    referencing new table as new_rows for each statement execute function knowledge_added();
create trigger unified_rag_content_updated after update on unified_rag_content
    referencing old table as old_rows new table as new_rows for each statement execute function knowledge_updated();
create trigger unified_rag_content_removed after delete on unified_rag_content
    referencing old table as old_rows for each statement execute function knowledge_removed();

-- They run as the owner and take any church: only the triggers above may call them.
revoke execute on function raise_church_epoch(uuid), retract_knowledge(uuid, uuid[]) from public;

-- +goose Down

drop trigger unified_rag_content_removed on unified_rag_content;
drop trigger unified_rag_content_updated on unified_rag_content;
drop trigger unified_rag_content_added on unified_rag_content;
drop trigger unified_rag_content_publish on unified_rag_content;
drop function knowledge_removed();
drop function knowledge_updated();
drop function retract_knowledge(uuid, uuid[]);
drop function knowledge_added();
drop function publish_knowledge();
drop trigger product_knowledge_changed on product_knowledge;
drop trigger denominations_changed on denominations;
drop trigger theological_contradictions_changed on theological_contradictions;
drop trigger theological_lenses_changed on theological_lenses;
drop function reference_changed();
drop trigger church_theological_lenses_changed on church_theological_lenses;
drop trigger organization_settings_changed on organization_settings;
drop trigger church_voice_agents_changed on church_voice_agents;
drop trigger premium_churches_changed on premium_churches;
drop trigger churches_changed on churches;
drop function church_changed();
drop function raise_church_epoch(uuid);
drop table knowledge_retractions;
drop table church_versions;
