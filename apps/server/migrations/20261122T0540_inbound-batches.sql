-- Texts that arrive at once are stored by one statement, whosever they are. The role it runs as sees the tenants that its
-- transaction names and no others, may do what that statement does and nothing else, and nobody else has its policies.
do $$ begin
  if not exists (select from pg_roles where rolname = 'frontdesk_inbound') then create role frontdesk_inbound nologin; end if;
  execute format('grant frontdesk_inbound to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;
grant usage on schema public to frontdesk_inbound;

do $$ declare name regclass; begin
  foreach name in array array[
    'tenants', 'users', 'contacts', 'folders', 'settings', 'conversations', 'conversation_counts', 'messages', 'files', 'events'
  ]::regclass[] loop
    execute format(
      'create policy inbound on %s to frontdesk_inbound
       using (strpos(current_setting(''app.tenant_ids'', true), tenant_id::text) > 0)', name);
  end loop;
end $$;

grant select on tenants, users, contacts, folders, settings, conversations to frontdesk_inbound;
grant select (tenant_id, provider_sid) on messages to frontdesk_inbound;
grant select (id, message_id) on events to frontdesk_inbound;
grant insert on messages, files, events, conversation_counts to frontdesk_inbound;
grant update (
  latest_index, latest_message, latest_message_at, sorted_at, latest_is_outgoing, latest_delivery_status, unread_messages,
  needs_answer_since, is_closed, version
) on conversations to frontdesk_inbound;
