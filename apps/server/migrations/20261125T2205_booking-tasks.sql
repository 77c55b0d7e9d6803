-- What a person at the desk has to do about a visit. It is open while it is not done and its visit is ahead.
create table booking_tasks (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('call', 'opted-out')),
  -- What it came from, such as the id of a reminder: one task for each.
  cause text not null,
  reason text not null check (reason in (
    'undelivered', 'opted-out', 'landline', 'unreachable', 'blocked', 'too-late', 'not-sent'
  )),
  created_at timestamptz not null,
  done_at timestamptz,
  done_by_user_id uuid,
  primary key (tenant_id, id),
  constraint booking_tasks_cause unique (tenant_id, booking_id, kind, cause),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  check (done_by_user_id is null or done_at is not null)
);
select directory.protect_tenant_table('booking_tasks');
create index booking_tasks_open on booking_tasks (tenant_id, booking_id) where done_at is null;
create index booking_tasks_by_creation on booking_tasks (tenant_id, created_at);
