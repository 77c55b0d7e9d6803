-- Tenants whose queue is handed out, or whose unanswered conversations go on to somebody else: whom the minutely job looks at.
create table directory.hand_out (tenant_id uuid primary key);
grant select, insert, update, delete on directory.hand_out to frontdesk_app;
insert into directory.hand_out
  select tenant_id from settings where key = 'conversation-configs' and (value ->> 'isAutoAssign')::boolean;
