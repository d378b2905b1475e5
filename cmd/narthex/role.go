package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// errUnsafeRole says that row-level security would not hold one church's rows back from another's visitors.
var errUnsafeRole = errors.New("serve as the role narthex_app, which `narthex migrate` makes: give it a login (alter role narthex_app login password '…') and name it in DATABASE_URL")

// refuseUnsafeRole refuses a role to which row-level security does not apply, or which could end it.
func refuseUnsafeRole(ctx context.Context, pool *pgxpool.Pool) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	var name, why string
	// Who may act as an owner of a protected table may switch its protection off. A superuser may act as anybody.
	err := pool.QueryRow(ctx, `
		select r.rolname, case
			when r.rolsuper then 'is a superuser'
			when r.rolbypassrls then 'has BYPASSRLS'
			when exists (
				select from pg_class c where c.relrowsecurity and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')
			) then 'owns the tables'
			else '' end
		from pg_roles r where r.rolname = current_user`).Scan(&name, &why)
	if err != nil {
		return fmt.Errorf("look at the database's role: %w", err)
	}
	if why != "" {
		return fmt.Errorf("the role %s of DATABASE_URL %s, so no church's rows would be kept from another's visitors: %w", name, why, errUnsafeRole)
	}
	return nil
}
