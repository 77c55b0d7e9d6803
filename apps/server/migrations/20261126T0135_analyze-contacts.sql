/* Statistics of contacts, which only their owner may collect. Until autovacuum collects them after an import, the planner expects as
   few contacts as there were before, and compares all with all. */
create function directory.analyze_contacts() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze contacts;
end $$;
revoke execute on function directory.analyze_contacts() from public;
grant execute on function directory.analyze_contacts() to frontdesk_app;
