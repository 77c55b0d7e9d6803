-- Exports of payments: selected documents and long filters do not fit into a URL.
create table payment_exports (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  request jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('payment_exports');
create index payment_exports_by_time on payment_exports (tenant_id, created_at);

-- Credit by the location that it was earned at: who sees one location uses and pays out what was earned there.
alter table payment_credits add column location_id uuid;
alter table payment_credits no force row level security;
alter table ledger_postings no force row level security;
alter table ledger_entries no force row level security;
alter table locations no force row level security;
update payment_credits c set location_id = coalesce(
  (
    select p.location_id from ledger_postings p
    join ledger_entries e on e.tenant_id = p.tenant_id and e.posting_id = p.id and e.credit = 'credit'
    join locations l on l.tenant_id = p.tenant_id and l.id = p.location_id
    where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id and p.currency = c.currency
    order by p.created_at desc limit 1
  ),
  (select l.id from locations l where l.tenant_id = c.tenant_id order by l.created_at, l.id limit 1)
);
alter table locations force row level security;
alter table ledger_entries force row level security;
alter table ledger_postings force row level security;
alter table payment_credits force row level security;
alter table payment_credits alter column location_id set not null;
alter table payment_credits drop constraint payment_credits_pkey;
alter table payment_credits add primary key (tenant_id, contact_id, currency, location_id);
alter table payment_credits add foreign key (tenant_id, location_id) references locations (tenant_id, id);
-- Where the credit that a posting changes was earned; null: at the posting’s location.
alter table ledger_postings add column credit_location_id uuid;

-- Refunds that a second person decides about.
create table payment_refund_requests (
  tenant_id uuid not null references tenants (tenant_id),
  -- Chosen by the requester: the client id of the refund.
  id uuid not null,
  document_id uuid not null,
  amount bigint not null check (amount > 0),
  source text not null check (source in ('payment', 'credit')),
  target text not null,
  reason text not null,
  state text not null check (state in ('waiting', 'approved', 'declined')),
  requested_by_user_id uuid,
  requested_at timestamptz not null,
  decided_by_user_id uuid,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id)
);
select directory.protect_tenant_table('payment_refund_requests');
create index payment_refund_requests_of_document on payment_refund_requests (tenant_id, document_id, requested_at);

-- Notifications about payments.
alter table notifications
  add column payment_id uuid,
  add foreign key (tenant_id, payment_id) references payment_documents (tenant_id, id) on delete cascade;
create index notifications_of_payment on notifications (tenant_id, payment_id, user_id) where payment_id is not null;
create unique index notifications_one_unread_of_payment on notifications (tenant_id, user_id, payment_id, kind)
  where read_at is null and payment_id is not null;
