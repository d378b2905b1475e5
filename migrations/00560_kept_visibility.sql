-- +goose Up

-- A file of FAQs that says nothing of who may see an answer leaves that as it is: an internal answer became public by it.
alter table faq_import_lines alter column exact drop not null;
comment on column faq_import_lines.category is 'Empty: a FAQ that is there already keeps its own.';
comment on column faq_import_lines.visibility is 'public or internal. Empty: a FAQ that is there already keeps its own, a new one is public.';
comment on column faq_import_lines.exact is 'Null: a FAQ that is there already keeps its own, a new one is not.';

-- +goose Down

update faq_import_lines set visibility = coalesce(nullif(visibility, ''), 'public'), exact = coalesce(exact, false);
alter table faq_import_lines alter column exact set not null;
comment on column faq_import_lines.category is null;
comment on column faq_import_lines.visibility is null;
comment on column faq_import_lines.exact is null;
