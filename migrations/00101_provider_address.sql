-- +goose Up

-- However the address of an account changes: the payment provider, which mails receipts and finds subscriptions by it, is told by a job,
-- queued in the same transaction, and tried again for as long as it takes.
-- +goose StatementBegin
create function note_admin_email() returns trigger language plpgsql as $$
begin
    insert into river_job (kind, args, queue, max_attempts)
    values ('tell_account_address', jsonb_build_object('church_id', new.church_id), 'billing', 1000);
    return null;
end
$$;
-- +goose StatementEnd
create trigger premium_churches_admin_email after update of admin_email on premium_churches for each row
    when (lower(new.admin_email) is distinct from lower(old.admin_email) and new.admin_email is not null and new.payment_customer_id is not null)
    execute function note_admin_email();

-- +goose Down

drop trigger premium_churches_admin_email on premium_churches;
drop function note_admin_email();
