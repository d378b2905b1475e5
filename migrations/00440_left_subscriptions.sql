-- +goose Up

comment on table deleted_subscriptions is 'Subscriptions whose church was deleted, or has taken another since they ended. None of them sets a church up again.';

-- +goose Down

comment on table deleted_subscriptions is 'Subscriptions whose church was deleted. None of them sets a church up again.';
