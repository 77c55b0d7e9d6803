-- Mails of a business. What a mail says is forgotten once it has gone out: it may carry a link that opens an account.
create table mails (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  recipient text not null,
  subject text not null,
  text text,
  html text,
  state text not null check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- A second mail of the same key is not made.
  dedupe_key text,
  -- Later it would only confuse: its link has died by then.
  expires_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('mails');
create unique index mails_once on mails (tenant_id, dedupe_key) where dedupe_key is not null;
create index mails_unsent on mails (tenant_id, state, created_at) where state <> 'sent';
