-- Errors of the web app, across all businesses and without content. Equal ones share a row.
create table directory.browser_errors (
  id text primary key,
  name text not null,
  message text not null,
  stack text not null,
  page text not null,
  app_version text not null,
  browser text not null,
  count integer not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index on directory.browser_errors (last_seen_at desc);
grant select, insert, update, delete on directory.browser_errors to frontdesk_app;
