-- Changes of a calendar name events by the ids that they have there.
create index calendar_events_by_id on calendar_events (tenant_id, calendar_id, event_id);
