-- Which part of its parent a document is.
alter table payment_documents add column part text check (part in ('deposit', 'instalment', 'remainder', 'change-order'));
alter table payment_documents add check ((part is null) = (parent_id is null));
create index payment_documents_of_parent on payment_documents (tenant_id, parent_id) where parent_id is not null;
-- The earlier version that this one differs from only by the lines that the contact chose.
alter table payment_document_versions add column chosen_from integer;

-- What contacts answered to estimates, with what they had before them. Append-only: it is evidence.
create table payment_answers (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  document_id uuid not null,
  version integer not null,
  decision text not null check (decision in ('approved', 'declined')),
  channel text not null check (channel in ('page', 'text')),
  wording text not null,
  answer text not null,
  phone text not null,
  chosen_lines integer[] not null,
  total_amount bigint not null,
  is_late boolean not null,
  -- The text of the contact, or the address and browser that the page was used with.
  message_id uuid,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references payment_documents (tenant_id, id)
);
select directory.protect_tenant_table('payment_answers');
revoke update, delete on payment_answers from frontdesk_app;
create index payment_answers_of_document on payment_answers (tenant_id, document_id, created_at);
