-- Notes, log lines and whatever else is for the team only can never be on its way to a carrier.
alter table messages add constraint messages_only_texts_are_sent check (delivery_status is null or type in ('text', 'media'));
create index messages_notes on messages (tenant_id, conversation_id, index) where type = 'note';

-- Notes about a contact that stand in no thread.
create table contact_notes (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  note text not null,
  author_user_id uuid not null,
  author text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, author_user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('contact_notes');
create index contact_notes_of_contact on contact_notes (tenant_id, contact_id, created_at, id);
