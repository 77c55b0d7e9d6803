-- Scheduled messages that are due, in their order: those of people apart from reminders, of which many are due together.
create index scheduled_messages_due on scheduled_messages (tenant_id, due_at, id)
  where kind <> 'automatic' and state in ('waiting', 'held');
create index scheduled_messages_due_reminders on scheduled_messages (tenant_id, due_at, id)
  where kind = 'automatic' and state in ('waiting', 'held');
