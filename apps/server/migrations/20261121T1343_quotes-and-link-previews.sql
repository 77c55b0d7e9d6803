-- What a message that goes out later answers.
alter table scheduled_messages add column quoted_message_id uuid;

-- What pages that were linked to say of themselves, each asked once a day.
create table link_previews (
  tenant_id uuid not null references tenants (tenant_id),
  url_hash text not null,
  state text not null check (state in ('fetching', 'done')),
  -- Null: nothing to show.
  preview jsonb,
  asked_at timestamptz not null,
  primary key (tenant_id, url_hash)
);
select directory.protect_tenant_table('link_previews');
