-- Payment requests and estimates, as the list shows them.
create table payment_documents (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  -- Chosen by the caller, so that a repeated request adds nothing.
  client_document_id uuid not null,
  kind text not null check (kind in ('request', 'estimate')),
  location_id uuid not null,
  -- No foreign key: what was sold to a contact stays when the contact is deleted.
  contact_id uuid not null,
  contact_phone text not null,
  currency text not null,
  -- The newest row of payment_document_versions.
  version integer not null,
  -- The estimate or request that this is a part of.
  parent_id uuid,
  stage text not null check (stage in (
    'draft', 'sent', 'sent-reminder', 'viewed', 'cancelled', 'replaced', 'approved', 'declined', 'expired', 'converted'
  )),
  -- Follows from the stage and the ledger (statusOf); written with every posting.
  status text not null check (status in (
    'draft', 'sent', 'sent-reminder', 'viewed', 'processing', 'partly-paid', 'paid', 'marked-as-paid', 'failed',
    'partly-refunded', 'refunded', 'disputed', 'cancelled', 'replaced', 'approved', 'declined', 'expired', 'converted'
  )),
  -- Empty and zero until the contact gets the document.
  invoice_number text not null,
  number_value bigint not null,
  total_amount bigint not null check (total_amount >= 0),
  net_amount bigint not null check (net_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  -- Sums of the document’s ledger entries (foldEntries).
  paid_amount bigint not null default 0,
  hand_paid_amount bigint not null default 0,
  tip_amount bigint not null default 0,
  refunded_amount bigint not null default 0,
  refunded_tax_amount bigint not null default 0,
  refunded_tip_amount bigint not null default 0,
  credited_amount bigint not null default 0,
  disputed_amount bigint not null default 0,
  -- The last message that carried it.
  sent_message_id uuid,
  sent_at timestamptz,
  due_on date,
  valid_until date,
  created_by_user_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint payment_documents_client_id unique (tenant_id, client_document_id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  check (net_amount + tax_amount = total_amount),
  check (paid_amount between 0 and total_amount),
  check (refunded_amount between 0 and paid_amount + tip_amount),
  check ((number_value = 0) = (invoice_number = ''))
);
select directory.protect_tenant_table('payment_documents');
create unique index payment_documents_number on payment_documents (tenant_id, kind, number_value) where number_value > 0;
create index payment_documents_by_creation on payment_documents (tenant_id, created_at, id);
create index payment_documents_by_phone on payment_documents (tenant_id, contact_phone, id);
create index payment_documents_by_total on payment_documents (tenant_id, total_amount, id);
create index payment_documents_by_number on payment_documents (tenant_id, number_value, id);
create index payment_documents_by_location on payment_documents (tenant_id, location_id, id);
create index payment_documents_by_status on payment_documents (tenant_id, status, id);
create index payment_documents_by_contact on payment_documents (tenant_id, contact_id, created_at);

-- What a document says. Written once.
create table payment_document_versions (
  tenant_id uuid not null references tenants (tenant_id),
  document_id uuid not null,
  version integer not null,
  discount jsonb,
  is_tax_exempt boolean not null,
  note text not null,
  terms text not null,
  -- What the estimate asks for first.
  deposit jsonb,
  gross_amount bigint not null,
  discount_amount bigint not null,
  net_amount bigint not null,
  -- The taxes of all lines, with their amounts.
  taxes jsonb not null,
  total_amount bigint not null,
  created_by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, document_id, version),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('payment_document_versions');

create table payment_lines (
  tenant_id uuid not null references tenants (tenant_id),
  document_id uuid not null,
  version integer not null,
  line smallint not null,
  description text not null,
  -- In thousandths.
  quantity bigint not null,
  unit_amount bigint not null,
  discount jsonb,
  -- As they were when the line was written; settings change.
  taxes jsonb not null,
  is_optional boolean not null,
  is_chosen boolean not null,
  gross_amount bigint not null,
  discount_amount bigint not null,
  net_amount bigint not null,
  tax_amounts bigint[] not null,
  total_amount bigint not null,
  primary key (tenant_id, document_id, version, line),
  foreign key (tenant_id, document_id, version)
    references payment_document_versions (tenant_id, document_id, version) on delete cascade
);
select directory.protect_tenant_table('payment_lines');

-- What happened to a document, for its timeline.
create table payment_activities (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  document_id uuid not null,
  kind text not null check (kind in ('created', 'sent', 'sent-reminder', 'paid', 'refunded', 'cancelled')),
  amount bigint,
  -- How it was paid or refunded.
  method text,
  note text not null,
  message_id uuid,
  actor_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('payment_activities');
create index payment_activities_of_document on payment_activities (tenant_id, document_id, created_at, id);
create index payment_activities_of_message on payment_activities (tenant_id, message_id) where message_id is not null;

-- Numbers of documents. The row is locked while a number is allocated, so that none is skipped.
create table payment_number_series (
  tenant_id uuid not null references tenants (tenant_id),
  series text not null check (series in ('request', 'estimate')),
  prefix text not null,
  digits integer not null,
  next_number bigint not null check (next_number > 0),
  version integer not null default 1,
  primary key (tenant_id, series)
);
select directory.protect_tenant_table('payment_number_series');

-- Numbers that were skipped on purpose.
create table payment_number_gaps (
  tenant_id uuid not null references tenants (tenant_id),
  series text not null check (series in ('request', 'estimate')),
  first_number bigint not null,
  last_number bigint not null,
  reason text not null,
  created_by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, series, first_number),
  check (last_number >= first_number)
);
select directory.protect_tenant_table('payment_number_gaps');

-- Money from contacts.
create table payments (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  client_payment_id uuid not null,
  document_id uuid not null,
  method text not null check (method in ('cash', 'check', 'card-terminal', 'bank-transfer', 'other', 'credit')),
  state text not null check (state in ('processing', 'succeeded', 'failed')),
  -- Without the tip.
  amount bigint not null check (amount >= 0),
  tip_amount bigint not null check (tip_amount >= 0),
  currency text not null,
  note text not null,
  recorded_by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint payments_client_id unique (tenant_id, client_payment_id),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id),
  check (amount + tip_amount > 0)
);
select directory.protect_tenant_table('payments');
create index payments_of_document on payments (tenant_id, document_id, created_at);

create table payment_refunds (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  client_refund_id uuid not null,
  document_id uuid not null,
  -- From what was paid, or from the credit of the contact.
  source text not null check (source in ('payment', 'credit')),
  target text not null check (target in ('cash', 'credit')),
  state text not null check (state in ('pending', 'requires-action', 'succeeded', 'failed', 'cancelled')),
  amount bigint not null check (amount > 0),
  -- How it is spread over the document.
  net_amount bigint not null,
  tax_amounts bigint[] not null,
  tip_amount bigint not null,
  currency text not null,
  reason text not null,
  created_by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint payment_refunds_client_id unique (tenant_id, client_refund_id),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id),
  check (source = 'payment' or target = 'cash')
);
select directory.protect_tenant_table('payment_refunds');
create index payment_refunds_of_document on payment_refunds (tenant_id, document_id, created_at);

-- The ledger, append-only. Without foreign keys to what it is about: it outlives that.
create table ledger_postings (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  kind text not null check (kind in ('issue', 'cancel', 'payment', 'refund', 'credit-refund')),
  -- What it was made for: the same is never posted twice.
  source text not null,
  document_id uuid,
  contact_id uuid,
  location_id uuid not null,
  currency text not null,
  -- By the clock of the location.
  day date not null,
  actor_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint ledger_postings_source unique (tenant_id, source)
);
select directory.protect_tenant_table('ledger_postings');
revoke update, delete on ledger_postings from frontdesk_app;
create index ledger_postings_of_document on ledger_postings (tenant_id, document_id) where document_id is not null;
create index ledger_postings_by_day on ledger_postings (tenant_id, day, location_id, created_at);

-- Each entry moves an amount from one account to another, so that every posting sums to zero.
create table ledger_entries (
  tenant_id uuid not null references tenants (tenant_id),
  posting_id uuid not null,
  entry smallint not null,
  debit text not null check (debit in (
    'receivable', 'sales', 'tax', 'tips', 'provider', 'cash', 'credit', 'refunds', 'fees', 'disputes', 'payouts'
  )),
  credit text not null check (credit in (
    'receivable', 'sales', 'tax', 'tips', 'provider', 'cash', 'credit', 'refunds', 'fees', 'disputes', 'payouts'
  )),
  amount bigint not null check (amount > 0),
  primary key (tenant_id, posting_id, entry),
  foreign key (tenant_id, posting_id) references ledger_postings (tenant_id, id),
  check (debit <> credit)
);
select directory.protect_tenant_table('ledger_entries');
revoke update, delete on ledger_entries from frontdesk_app;

-- Sums of ledger entries for the cash sheet.
create table payment_days (
  tenant_id uuid not null references tenants (tenant_id),
  day date not null,
  location_id uuid not null,
  currency text not null,
  kind text not null check (kind in ('issue', 'cancel', 'payment', 'refund', 'credit-refund')),
  debit text not null,
  credit text not null,
  amount bigint not null,
  n integer not null,
  primary key (tenant_id, day, location_id, currency, kind, debit, credit)
);
select directory.protect_tenant_table('payment_days');

-- What we owe contacts: the account `credit` by contact.
create table payment_credits (
  tenant_id uuid not null references tenants (tenant_id),
  contact_id uuid not null,
  currency text not null,
  constraint payment_credits_covered check (amount >= 0),
  amount bigint not null,
  primary key (tenant_id, contact_id, currency)
);
select directory.protect_tenant_table('payment_credits');

-- How many documents there are, and what they come to.
create table payment_totals (
  tenant_id uuid not null references tenants (tenant_id),
  location_id uuid not null,
  kind text not null check (kind in ('request', 'estimate')),
  status text not null,
  currency text not null,
  n integer not null,
  amount bigint not null,
  primary key (tenant_id, location_id, kind, status, currency)
);
select directory.protect_tenant_table('payment_totals');
