-- What a service asks for when it is booked online.
alter table booking_services
  add column payment_kind text not null default 'none' check (payment_kind in ('none', 'deposit', 'price', 'card')),
  add column deposit jsonb,
  add check (payment_kind <> 'deposit' or deposit is not null);

alter table bookings
  -- Until when the contact gets back what they paid if they cancel. A late move does not extend it.
  add column refund_until timestamptz,
  -- What a teammate decided when they cancelled; null: the terms decide.
  add column keeps_payment boolean;

-- Requests for a visit.
alter table payment_documents
  add column booking_id uuid,
  add column booking_part text check (booking_part in ('deposit', 'price', 'no-show-fee', 'visit')),
  add check ((booking_id is null) = (booking_part is null)),
  add foreign key (tenant_id, booking_id) references bookings (tenant_id, id);
create index payment_documents_of_booking on payment_documents (tenant_id, booking_id) where booking_id is not null;

-- Pages of the provider on which a contact lets a business keep a card without paying.
create table payment_card_setups (
  tenant_id uuid not null references tenants (tenant_id),
  -- Also the idempotency key of the page.
  id uuid not null,
  account_id text not null,
  -- No foreign key: the consent stays when the contact is deleted.
  contact_id uuid not null,
  -- `creating`: the provider’s response is awaited, or was lost.
  state text not null check (state in ('creating', 'open', 'completed', 'expired', 'failed')),
  -- As it was sent: repeating it with the same key returns the same page.
  request jsonb not null,
  session_id text,
  url text,
  consent_text text not null,
  -- The card that was kept.
  card_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, card_id) references payment_cards (tenant_id, id)
);
select directory.protect_tenant_table('payment_card_setups');
create unique index payment_card_setups_session on payment_card_setups (tenant_id, session_id) where session_id is not null;

-- Null: kept without a payment.
alter table payment_cards alter column payment_id drop not null;

-- What was asked for when a visit was booked online, in the words that the contact agreed to.
create table booking_payments (
  tenant_id uuid not null references tenants (tenant_id),
  booking_id uuid not null,
  kind text not null check (kind in ('deposit', 'price', 'card')),
  -- `agreeing`: the words are shown. `paying`: the provider’s page is open. `ended`: without a booking.
  state text not null check (state in ('agreeing', 'paying', 'booked', 'ended')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  -- At most; null: none was agreed on.
  no_show_fee_amount bigint check (no_show_fee_amount > 0),
  cut_off_minutes integer not null,
  wording text not null,
  language text not null,
  -- Who proved their number, and what they entered. Proofs are deleted a day later.
  proof_id uuid not null,
  contact_id uuid,
  agreed_at timestamptz,
  -- The end of the provider’s page.
  expires_at timestamptz,
  document_id uuid,
  setup_id uuid,
  -- What became of the money when the visit ended.
  outcome text check (outcome in ('kept', 'refunded', 'refund-requested')),
  outcome_at timestamptz,
  fee_waived_at timestamptz,
  fee_waived_by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id),
  foreign key (tenant_id, setup_id) references payment_card_setups (tenant_id, id),
  check ((kind = 'card') = (amount = 0))
);
select directory.protect_tenant_table('booking_payments');
create unique index booking_payments_document on booking_payments (tenant_id, document_id) where document_id is not null;
create unique index booking_payments_setup on booking_payments (tenant_id, setup_id) where setup_id is not null;
