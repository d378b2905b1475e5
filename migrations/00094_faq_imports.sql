-- +goose Up

create table faq_imports (
    id         uuid primary key,
    church_id  uuid not null references churches (id) on delete cascade,
    file_name  text not null,
    status     text not null default 'working' check (status in ('working', 'done', 'cancelled')),
    lines      int not null check (lines > 0),
    created    int not null default 0,
    changed    int not null default 0,
    unchanged  int not null default 0,
    refused    int not null default 0,
    begun_at   timestamptz not null default now(),
    ended_at   timestamptz,
    unique (church_id, id)
);
create unique index faq_imports_one_at_a_time on faq_imports (church_id) where status = 'working';
select protect_by_church('faq_imports', 'church_id');
comment on table faq_imports is 'Files of FAQs that a church sent, the last few of each.';
comment on column faq_imports.lines is 'FAQs in the file; those that are neither created, changed, unchanged nor refused are still to be worked on.';

create table faq_import_lines (
    church_id  uuid not null,
    import_id  uuid not null,
    line       int not null,
    question   text not null,
    answer     text not null,
    category   text not null,
    visibility text not null,
    exact      boolean not null,
    fault      text,
    primary key (import_id, line),
    foreign key (church_id, import_id) references faq_imports (church_id, id) on delete cascade
);
select protect_by_church('faq_import_lines', 'church_id');
comment on table faq_import_lines is 'Lines of those files that are not FAQs yet: still to be worked on, or refused.';
comment on column faq_import_lines.line is 'In the file, from 1.';
comment on column faq_import_lines.fault is 'Why it was refused, the end of a text''s key. Null: still to be worked on.';

-- +goose Down

drop table faq_import_lines;
drop table faq_imports;
