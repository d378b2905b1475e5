-- +goose Up

alter table articles add column revised_at timestamptz not null default now();
comment on column articles.revised_at is 'When its title, excerpt or text was last changed. updated_at is of whatever was, its status for one.';

-- What is stored has changed no more than that: no trigger needs to know.
alter table articles disable trigger user;
update articles set revised_at = updated_at;
alter table articles enable trigger user;

-- +goose StatementBegin
create function date_article_revision() returns trigger
    language plpgsql as $$
begin
    new.revised_at := now();
    return new;
end
$$;
-- +goose StatementEnd
create trigger articles_revise before update on articles for each row
    when ((old.title, old.excerpt, old.content) is distinct from (new.title, new.excerpt, new.content)) execute function date_article_revision();

-- +goose Down

drop trigger articles_revise on articles;
drop function date_article_revision();
alter table articles drop column revised_at;
