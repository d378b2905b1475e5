-- +goose Up

-- A node that meets a church reads its FAQs. In unified_rag_content each of them is a page of its own, most of it what searching reads
-- (embedding, in the row), and often there is no room for the quantized vector beside it. Of many churches most lie on disk, where each page
-- is a wait: here three FAQs are on one, with their vectors, and only those that may appear in an answer.
create table answerable_faqs (
    id                           uuid primary key references unified_rag_content (id) on delete cascade,
    organization_id              uuid not null references churches (id) on delete cascade,
    embedder                     text not null,
    question                     text not null,
    answer                       text not null,
    category                     text not null,
    language                     text not null,
    exact                        boolean not null,
    created_at                   timestamptz not null,
    question_embedding_quantized bytea
);
-- The vector stays in the row; only an answer of several pages goes out of it.
alter table answerable_faqs alter column question_embedding_quantized set storage plain;
alter table answerable_faqs set (toast_tuple_target = 8160);
create index answerable_faqs_church on answerable_faqs (organization_id);
select protect_by_church('answerable_faqs', 'organization_id');
revoke insert, update, delete on answerable_faqs from narthex_app;
comment on table answerable_faqs is 'What a node reads of the FAQs of a church: those of unified_rag_content that are approved, public and embedded. Triggers keep it; nobody else writes it.';
comment on column answerable_faqs.category is 'metadata.faq_category; empty: none.';
comment on column answerable_faqs.exact is 'metadata.exact_response.';
comment on column answerable_faqs.question_embedding_quantized is 'Null: not made yet, or of zeros; a node then makes it of unified_rag_content.question_embedding.';

-- The function runs as the owner, who alone may write the table; the church is that of the row, which row-level security let be written.
-- +goose StatementBegin
create function keep_answerable_faq() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    if new.content_type = 'faq' and new.curation_status = 'approved' and new.question_embedding is not null
        and new.metadata ->> 'embedder' is not null and coalesce(new.metadata ->> 'visibility', 'public') = 'public' then
        insert into answerable_faqs (id, organization_id, embedder, question, answer, category, language, exact, created_at, question_embedding_quantized)
        values (new.id, new.organization_id, new.metadata ->> 'embedder', new.title, new.content, coalesce(new.metadata ->> 'faq_category', ''),
                new.language, coalesce(new.metadata ->> 'exact_response', 'false') = 'true', new.created_at, new.question_embedding_quantized)
        on conflict (id) do update
        set (organization_id, embedder, question, answer, category, language, exact, created_at, question_embedding_quantized)
            = row (excluded.organization_id, excluded.embedder, excluded.question, excluded.answer, excluded.category,
                   excluded.language, excluded.exact, excluded.created_at, excluded.question_embedding_quantized);
    elsif tg_op = 'UPDATE' then
        delete from answerable_faqs where id = new.id;
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger unified_rag_content_answerable_added after insert on unified_rag_content
    for each row when (new.content_type = 'faq') execute function keep_answerable_faq();
create trigger unified_rag_content_answerable_changed after update on unified_rag_content
    for each row when (
        'faq' in (old.content_type, new.content_type)
        and (old.id, old.organization_id, old.content_type, old.curation_status, old.title, old.content, old.language, old.metadata, old.created_at,
             old.question_embedding is null, old.question_embedding_quantized)
            is distinct from
            (new.id, new.organization_id, new.content_type, new.curation_status, new.title, new.content, new.language, new.metadata, new.created_at,
             new.question_embedding is null, new.question_embedding_quantized))
    execute function keep_answerable_faq();

insert into answerable_faqs (id, organization_id, embedder, question, answer, category, language, exact, created_at, question_embedding_quantized)
select id, organization_id, metadata ->> 'embedder', title, content, coalesce(metadata ->> 'faq_category', ''),
       language, coalesce(metadata ->> 'exact_response', 'false') = 'true', created_at, question_embedding_quantized
from unified_rag_content
where content_type = 'faq' and curation_status = 'approved' and question_embedding is not null
  and metadata ->> 'embedder' is not null and coalesce(metadata ->> 'visibility', 'public') = 'public';

-- +goose Down

drop trigger unified_rag_content_answerable_changed on unified_rag_content;
drop trigger unified_rag_content_answerable_added on unified_rag_content;
drop function keep_answerable_faq;
drop table answerable_faqs;
