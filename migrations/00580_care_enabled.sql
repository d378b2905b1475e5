-- +goose Up

-- A premium record that was written by hand, and says nothing of it, had no care page, though its chat answered and the directory led there.
alter table premium_churches alter column care_enabled set default true;
comment on column premium_churches.care_enabled is 'False: /care/<slug> says that the assistant is away, also while status is active and chatbot_enabled is true. /chat/<slug> does not depend on it.';

-- +goose Down

alter table premium_churches alter column care_enabled set default false;
comment on column premium_churches.care_enabled is null;
