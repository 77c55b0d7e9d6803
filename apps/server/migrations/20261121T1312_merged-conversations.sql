-- Conversations that go on in another one: no rows of `conversations` any more, so that no list, count or text that comes in
-- has to ask whether one is merged. What a row was is kept, so that it can become one again.
create table merged_conversations (
  tenant_id uuid not null,
  id uuid not null,
  into_id uuid not null,
  -- What it was merged into, and what that was merged into in turn; the last one is into_id.
  path uuid[] not null,
  contact_id uuid not null,
  phone_number_id uuid not null,
  contact_phone text not null,
  tenant_phone text not null,
  was jsonb not null,
  merged_by uuid not null,
  merged_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, contact_phone, tenant_phone),
  foreign key (tenant_id, into_id) references conversations (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, phone_number_id) references phone_numbers (tenant_id, id)
);
select directory.protect_tenant_table('merged_conversations');
create index merged_conversations_into on merged_conversations (tenant_id, into_id);

alter table conversations add column merged_count integer not null default 0;

-- Whose pair of numbers it belongs to, where that is not the conversation's own.
alter table messages add column via_conversation_id uuid;
alter table scheduled_messages add column via_conversation_id uuid;
alter table short_links add column via_conversation_id uuid;
alter table notifications add column via_conversation_id uuid;
