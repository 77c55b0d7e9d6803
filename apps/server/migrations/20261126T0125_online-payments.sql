-- Accounts of businesses at the payment provider, to find the business that an event is about.
create table directory.payment_accounts (account_id text primary key, tenant_id uuid not null unique);
grant select, insert, update, delete on directory.payment_accounts to frontdesk_app;

-- The account of a business at the payment provider, as it was read last.
create table payment_accounts (
  tenant_id uuid primary key references tenants (tenant_id),
  -- Null until the provider has created it.
  account_id text,
  country text,
  currency text,
  is_charge_enabled boolean not null default false,
  is_payout_enabled boolean not null default false,
  -- The business completed the provider’s pages once.
  is_submitted boolean not null default false,
  requirements jsonb not null default '[]',
  requirements_due_at timestamptz,
  is_under_review boolean not null default false,
  disabled_reason text,
  schedule jsonb,
  bank jsonb,
  balances jsonb not null default '[]',
  -- The business took the access back.
  disconnected_at timestamptz,
  read_at timestamptz,
  -- Balance transactions up to then were compared with the ledger.
  compared_at timestamptz,
  created_at timestamptz not null
);
select directory.protect_tenant_table('payment_accounts');

-- Pages of the provider on which a contact pays for a document.
create table payment_checkouts (
  tenant_id uuid not null references tenants (tenant_id),
  -- Also the id of the payment that comes of it, and the idempotency key of its creation.
  id uuid not null,
  document_id uuid not null,
  -- `creating`: the provider’s response is awaited, or was lost.
  state text not null check (state in ('creating', 'open', 'completed', 'expired', 'failed')),
  amount bigint not null check (amount > 0),
  tip_amount bigint not null check (tip_amount >= 0),
  currency text not null,
  -- As it was sent: repeating it with the same key returns the same page.
  request jsonb not null,
  session_id text,
  url text,
  -- The contact may not pay with it any more; the provider is being told.
  is_closing boolean not null default false,
  -- What the contact agreed to when they chose to keep the card.
  consent_text text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('payment_checkouts');
create unique index payment_checkouts_open on payment_checkouts (tenant_id, document_id)
  where state in ('creating', 'open') and not is_closing;
create index payment_checkouts_of_document on payment_checkouts (tenant_id, document_id, created_at);
create unique index payment_checkouts_session on payment_checkouts (tenant_id, session_id) where session_id is not null;

-- Cards that contacts agreed to keep.
create table payment_cards (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  -- No foreign key: the consent stays when the contact is deleted.
  contact_id uuid not null,
  customer_id text not null,
  method_id text not null,
  brand text not null,
  last4 text not null,
  expires_on date,
  consent_text text not null,
  consent_at timestamptz not null,
  -- The payment with which it was given.
  payment_id uuid not null,
  removed_at timestamptz,
  removed_by_user_id uuid,
  primary key (tenant_id, id),
  constraint payment_cards_method unique (tenant_id, method_id)
);
select directory.protect_tenant_table('payment_cards');
create index payment_cards_of_contact on payment_cards (tenant_id, contact_id) where removed_at is null;

alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check check (method in (
  'cash', 'check', 'card-terminal', 'bank-transfer', 'other', 'credit', 'card', 'bank-debit'
));
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('processing', 'unknown', 'succeeded', 'failed', 'cancelled'));

-- What the provider says about a payment.
create table payment_charges (
  tenant_id uuid not null references tenants (tenant_id),
  payment_id uuid not null,
  -- Null until the provider has it.
  intent_id text,
  charge_id text,
  -- The balance transaction that it was posted with.
  transaction_id text,
  fee_amount bigint,
  brand text,
  last4 text,
  failure_code text,
  failure_reason text,
  -- The last attempt that was reported as failed.
  failed_attempt text,
  -- Charged without the contact: the card on file, and the idempotency key of the request.
  card_id uuid,
  request_key text,
  requested_at timestamptz,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, card_id) references payment_cards (tenant_id, id)
);
select directory.protect_tenant_table('payment_charges');
create unique index payment_charges_intent on payment_charges (tenant_id, intent_id) where intent_id is not null;
create index payment_charges_transaction on payment_charges (tenant_id, transaction_id) where transaction_id is not null;

alter table payment_refunds drop constraint payment_refunds_target_check;
alter table payment_refunds add constraint payment_refunds_target_check check (target in ('cash', 'credit', 'card'));
alter table payment_refunds drop constraint payment_refunds_check;
alter table payment_refunds add constraint payment_refunds_check check (source = 'payment' or target <> 'credit');
alter table payment_refunds
  -- The payment whose card gets it.
  add column payment_id uuid,
  add column provider_refund_id text,
  add column transaction_id text,
  add column failure_transaction_id text,
  add column failure_reason text,
  -- The provider’s response was lost; whether it has the refund is being found out.
  add column is_unknown boolean not null default false,
  add column request_key text,
  add column requested_at timestamptz,
  add foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  add check (target <> 'card' or payment_id is not null);
create unique index payment_refunds_provider on payment_refunds (tenant_id, provider_refund_id)
  where provider_refund_id is not null;
create index payment_refunds_of_payment on payment_refunds (tenant_id, payment_id) where payment_id is not null;

create table payment_disputes (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  provider_dispute_id text not null,
  payment_id uuid not null,
  document_id uuid not null,
  state text not null check (state in ('inquiry', 'needs-response', 'under-review', 'won', 'lost', 'closed')),
  amount bigint not null,
  fee_amount bigint not null default 0,
  currency text not null,
  reason text not null,
  evidence_due_at timestamptz,
  -- Requested by a teammate; the provider is being told.
  evidence_note text,
  submitting_at timestamptz,
  submitted_at timestamptz,
  submitted_by_user_id uuid,
  failure_reason text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint payment_disputes_provider unique (tenant_id, provider_dispute_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
select directory.protect_tenant_table('payment_disputes');
create index payment_disputes_of_document on payment_disputes (tenant_id, document_id);

create table payment_payouts (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  provider_payout_id text not null,
  state text not null check (state in ('pending', 'in-transit', 'paid', 'failed', 'cancelled')),
  -- Below zero: taken from the bank.
  amount bigint not null,
  currency text not null,
  arrives_on date not null,
  failure_reason text,
  transaction_id text,
  failure_transaction_id text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint payment_payouts_provider unique (tenant_id, provider_payout_id)
);
select directory.protect_tenant_table('payment_payouts');
create index payment_payouts_by_creation on payment_payouts (tenant_id, created_at, id);

-- Events of the provider. The objects they name are read again, so that order and repetition do not matter.
create table payment_events (
  tenant_id uuid not null references tenants (tenant_id),
  event_id text not null,
  type text not null,
  object_id text not null,
  created_at timestamptz not null,
  received_at timestamptz not null,
  -- Set in the transaction of its effect.
  applied_at timestamptz,
  primary key (tenant_id, event_id)
);
select directory.protect_tenant_table('payment_events');
create index payment_events_pending on payment_events (tenant_id, object_id) where applied_at is null;

-- What the nightly comparison of the provider’s balance transactions with the ledger could not match.
create table payment_differences (
  tenant_id uuid not null references tenants (tenant_id),
  transaction_id text not null,
  kind text not null check (kind in ('not-in-ledger', 'not-at-provider', 'other-amount')),
  type text not null,
  amount bigint not null,
  currency text not null,
  created_at timestamptz not null,
  primary key (tenant_id, transaction_id)
);
select directory.protect_tenant_table('payment_differences');

alter table payment_documents
  -- A payment has begun and is not settled.
  add column is_processing boolean not null default false,
  -- The last attempt to pay failed.
  add column has_failed boolean not null default false;

-- Which postings the provider’s balance transactions are in.
create table ledger_transactions (
  tenant_id uuid not null references tenants (tenant_id),
  transaction_id text not null,
  posting_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, transaction_id, posting_id),
  foreign key (tenant_id, posting_id) references ledger_postings (tenant_id, id)
);
select directory.protect_tenant_table('ledger_transactions');
revoke update, delete on ledger_transactions from frontdesk_app;
create index ledger_transactions_by_creation on ledger_transactions (tenant_id, created_at);

-- Kinds are those of the contract (PAYMENT_ACTIVITY_KINDS, POSTING_KINDS).
alter table payment_activities drop constraint if exists payment_activities_kind_check;
alter table ledger_postings drop constraint ledger_postings_kind_check;
alter table payment_days drop constraint payment_days_kind_check;
