-- Addresses of booking pages, over all businesses. A business keeps its earlier ones, which printed codes lead to.
create table directory.booking_slugs (
  slug text primary key,
  tenant_id uuid not null
);
grant select, insert, delete on directory.booking_slugs to frontdesk_app;

-- People who agreed on a booking page.
alter table subscribers
  drop constraint subscribers_source_check,
  add constraint subscribers_source_check
    check (source in ('keyword', 'first-text', 'text', 'page', 'teammate', 'import'));

alter table booking_services
  -- Whether people can book it without a teammate.
  add column is_online boolean not null default true,
  -- Whether a teammate accepts such a booking first.
  add column requires_approval boolean not null default false;

-- What someone entered on a booking page to book a held time, until they prove their number.
create table booking_proofs (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  booking_id uuid not null,
  phone text not null,
  -- Our number that texts the code.
  tenant_phone text not null,
  name text not null,
  email text,
  note text not null,
  answers jsonb not null,
  -- What they agreed to, in the words they saw; null: they did not.
  consent_wording text,
  page_url text not null,
  ip_address text not null,
  wrong_codes integer not null default 0,
  -- Set before the request to the carrier, so that no code is texted twice.
  sent_at timestamptz,
  -- When the carrier refused the text.
  failed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('booking_proofs');
create index booking_proofs_of_booking on booking_proofs (tenant_id, booking_id, created_at);
create index booking_proofs_by_expiry on booking_proofs (tenant_id, expires_at);
