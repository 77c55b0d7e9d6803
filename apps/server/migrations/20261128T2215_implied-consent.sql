-- Until when a recorded purchase or inquiry implies consent to marketing, in countries whose law has it so (CASL, section 10).
alter table opt_outs add column implied_until timestamptz;

alter table consent_events drop constraint consent_events_kind_check;
alter table consent_events
  add constraint consent_events_kind_check check (kind in ('opt-out', 'opt-in', 'purchase', 'inquiry', 'help', 'void')) not valid;
alter table consent_events validate constraint consent_events_kind_check;
