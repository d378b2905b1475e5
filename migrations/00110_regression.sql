-- +goose Up

create table regression_cases (
    id           uuid primary key,
    church_id    uuid not null references churches (id) on delete cascade,
    question     text not null,
    agent        text not null,
    language     text not null default '',
    tier         text not null default '',
    must_say     text[] not null default '{}',
    must_not_say text[] not null default '{}',
    created_at   timestamptz not null default now(),
    unique (church_id, id)
);
create index regression_cases_by_church on regression_cases (church_id, created_at, id);
select protect_by_church('regression_cases', 'church_id');
comment on table regression_cases is 'Questions with what a church expects of their answers.';
comment on column regression_cases.language is 'ISO 639-1, of the answer. Empty: any.';
comment on column regression_cases.tier is 'Who is to answer: 0 to 4, or crisis. Empty: anybody.';

create table regression_runs (
    id            uuid primary key,
    church_id     uuid not null references churches (id) on delete cascade,
    configuration text not null check (configuration in ('live', 'draft')),
    status        text not null default 'working' check (status in ('working', 'done', 'cancelled', 'failed')),
    cases         int not null check (cases > 0),
    done          int not null default 0,
    passed        int not null default 0,
    begun_at      timestamptz not null default now(),
    ended_at      timestamptz,
    unique (church_id, id)
);
create unique index regression_runs_one_at_a_time on regression_runs (church_id) where status = 'working';
select protect_by_church('regression_runs', 'church_id');
comment on table regression_runs is 'Those questions asked all at once, the last few times.';

create table regression_results (
    church_id uuid not null,
    run_id    uuid not null,
    position  int not null,
    case_id   uuid not null,
    wanted    jsonb not null,
    result    jsonb,
    primary key (run_id, position),
    foreign key (church_id, run_id) references regression_runs (church_id, id) on delete cascade
);
select protect_by_church('regression_results', 'church_id');
comment on table regression_results is 'What came of each question of a run.';
comment on column regression_results.case_id is 'The question as it stood then is in wanted; its own row may be gone.';
comment on column regression_results.result is 'Null: it is still to be asked.';

-- +goose Down

drop table regression_results;
drop table regression_runs;
drop table regression_cases;
