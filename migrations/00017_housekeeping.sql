-- +goose Up

comment on column organization_settings.chatbot_config is 'Keys: daily_budget_usd, what models may cost for this church in a day of its own, in US dollars; 0: nothing may be spent, absent: the platform''s usual.';

-- Who cleans up does so for no church in particular, and row-level security would show it nothing.
-- +goose StatementBegin
create function forget_retractions(age interval, most integer) returns bigint
    language sql security definer set search_path = public, pg_temp as $$
    with gone as (
        delete from knowledge_retractions
        where ctid = any(array(
            select ctid
            from knowledge_retractions
            where retracted_at < now() - greatest(age, interval '2 days')
            order by retracted_at
            limit most
            for update skip locked))
        returning 1)
    select count(*) from gone
$$;
-- +goose StatementEnd
comment on function forget_retractions(interval, integer) is 'Deletes a batch of the oldest retractions beyond an age, and says how many. What a cached answer may have been made from, which lives a day, is never deleted.';

revoke execute on function forget_retractions(interval, integer) from public;
grant execute on function forget_retractions(interval, integer) to narthex_app;

-- +goose Down

drop function forget_retractions(interval, integer);
comment on column organization_settings.chatbot_config is null;
