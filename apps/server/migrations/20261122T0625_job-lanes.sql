-- A job carries its tenant as a flag: a lane passes by the jobs of a tenant that holds its share of the slots.
create or replace function jobs.enqueue(specs jsonb) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_jobs(array(
    select row(
      spec ->> 'identifier', (spec -> 'payload')::json, spec ->> 'queueName',
      (spec ->> 'runAt')::timestamptz, (spec ->> 'maxAttempts')::smallint, spec ->> 'jobKey', null::smallint,
      case when spec -> 'payload' ->> 'tenantId' is not null then array['tenant:' || (spec -> 'payload' ->> 'tenantId')] end
    )::graphile_worker.job_spec
    from jsonb_array_elements(specs) as spec
  ))
$$;

-- A browser whose push service has not taken anything for days is forgotten.
alter table push_subscriptions add column failures integer not null default 0, add column failing_since timestamptz;
