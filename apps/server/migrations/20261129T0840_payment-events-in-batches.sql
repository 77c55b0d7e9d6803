-- Events of the payment provider that arrive at once are stored by one statement, as texts are (frontdesk_inbound).
create policy inbound on payment_events to frontdesk_inbound
  using (strpos(current_setting('app.tenant_ids', true), tenant_id::text) > 0);
grant select (tenant_id, event_id), insert on payment_events to frontdesk_inbound;
