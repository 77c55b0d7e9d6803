-- What a business has subscribed to. Who pays for it, and how, comes with payments.
create table subscriptions (
  tenant_id uuid primary key references tenants (tenant_id),
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  is_apple_payment boolean not null default false,
  is_demo_account boolean not null default false,
  current_period_end timestamptz,
  subscription_name text not null,
  subscription_rank integer not null check (subscription_rank between 1 and 4),
  has_multi_location boolean not null default true,
  has_ai_automated_replies boolean not null default false,
  has_ai_booking_assistant boolean not null default false,
  has_ai_voice_calls boolean not null default false,
  -- Agreed with this business; null: the tier decides.
  total_team_members integer check (total_team_members > 0),
  total_phone_numbers integer check (total_phone_numbers > 0),
  total_desk_phones integer check (total_desk_phones > 0),
  -- When the account was opened: before the cut-off of spec section 9 it is never locked.
  created_at timestamptz not null,
  changed_at timestamptz not null
);

-- Businesses from before there were subscriptions keep what they have. Row level security holds back an owner that is no superuser.
alter table tenants no force row level security;
insert into subscriptions (tenant_id, status, subscription_name, subscription_rank, total_team_members, total_phone_numbers, created_at, changed_at)
select tenant_id, 'active', 'Pro', 3, 25, 10, created_at, created_at from tenants;
alter table tenants force row level security;

select directory.protect_tenant_table('subscriptions');

-- Who runs Frontdesk itself; set from DEV_ADMIN_EMAILS at every start.
alter table directory.logins add column is_dev_admin boolean not null default false;
