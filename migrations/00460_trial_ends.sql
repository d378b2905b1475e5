-- +goose Up

create index premium_churches_trial on premium_churches (trial_ends_at) where payment_status = 'trialing';

-- +goose StatementBegin
create function churches_whose_trial_ends(soon interval) returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p
        where p.payment_status = 'trialing' and not p.cancel_at_period_end and p.trial_ends_at > now() and p.trial_ends_at <= now() + soon
        order by p.trial_ends_at;
    end;
-- +goose StatementEnd
comment on function churches_whose_trial_ends(interval) is 'The churches that pay for the first time within so much time from now.';
revoke execute on function churches_whose_trial_ends(interval) from public;
grant execute on function churches_whose_trial_ends(interval) to narthex_app;

-- +goose Down

drop function churches_whose_trial_ends(interval);
drop index premium_churches_trial;
