-- Campaigns: messages to an audience, prepared as drafts and sent now or at a time. What is sent is a group message with
-- the id of the campaign.

create table campaigns (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  name text not null,
  -- Null for a campaign of the whole business.
  location_id uuid,
  -- `started`: the state is that of its message.
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'needs-attention', 'started')),
  problem text check (problem in (
    'late', 'not-allowed', 'no-recipients', 'too-many-recipients', 'audience-missing', 'no-review-link'
  )),
  audience jsonb not null,
  body text not null,
  scheduled_at timestamptz,
  -- Who sent or scheduled it, else who added it.
  author_user_id uuid not null,
  author text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  foreign key (tenant_id, author_user_id) references users (tenant_id, id),
  constraint campaigns_scheduled check (state <> 'scheduled' or scheduled_at is not null),
  constraint campaigns_problem check ((state = 'needs-attention') = (problem is not null))
);
select directory.protect_tenant_table('campaigns');
create index campaigns_by_update on campaigns (tenant_id, updated_at, id);

alter table group_messages drop constraint group_messages_kind_check;
alter table group_messages add constraint group_messages_kind_check
  check (kind in ('group', 'bulk', 'review-invite', 'campaign'));
