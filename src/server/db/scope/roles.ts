// The two roles for row-level security: sf_owner owns the tables, sf_app works in a club's name.

/** Run by a superuser, once per folder. */
export const createEmbeddedRoles = `
create role sf_app nologin;
create role sf_owner nologin createrole;
grant sf_app to sf_owner;
grant pg_checkpoint to sf_owner;
alter schema public owner to sf_owner;
`

/** Row-level security never limits a superuser, even when forced, so the session gives that role up. */
export const becomeEmbeddedOwner = 'set session authorization sf_owner'
