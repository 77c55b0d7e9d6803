import { setTimeout as pause } from 'node:timers/promises'
import { SETTLE_AFTER_MS, settleSpec } from '../../modules/messages/outbound/delivery-jobs.ts'
import type { SystemUnderTest } from './system.ts'

const SETTLED_WITHIN_MS = 120_000

/**
 * Shifts job times, which come from the shifted clock, to PostgreSQL’s clock. PostgreSQL’s own are at most days
 * ahead.
 */
export const shiftJobs = (system: SystemUnderTest, offsetMs: number) =>
  system.withOwner((client) =>
    client.query(`
      create function public.unshift_job() returns trigger language plpgsql as $$ begin
        if new.run_at > now() + interval '3 days' then new.run_at := new.run_at - interval '${offsetMs} milliseconds'; end if;
        return new;
      end $$;
      create trigger unshift before insert or update on graphile_worker._private_jobs
        for each row execute function public.unshift_job();
      update graphile_worker._private_jobs set run_at = run_at`),
  )

/** Runs jobs with these names now that are due later. */
export const runJobsNow = (system: SystemUnderTest, names: readonly string[]) =>
  system.withOwner((client) =>
    client.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null
       and task_id in (select id from graphile_worker._private_tasks where identifier = any($1))`,
      [names],
    ),
  )

/** Runs failed jobs again now. */
export const retryJobsNow = (system: SystemUnderTest) =>
  system.withOwner((client) =>
    client.query(
      `update graphile_worker._private_jobs set run_at = now()
       where run_at > now() and locked_at is null and attempts > 0 and attempts < max_attempts`,
    ),
  )

export const enqueueJob = (system: SystemUnderTest, identifier: string, payload: object = {}) =>
  system.withOwner((client) => client.query('select jobs.enqueue($1)', [JSON.stringify([{ identifier, payload }])]))

/** Waits until no due job remains. Returns a violation if that takes too long. */
export async function untilIdle({ carrier, withOwner }: SystemUnderTest): Promise<string[]> {
  const startedAt = performance.now()
  for (let quiet = 0; quiet < 2; ) {
    await carrier.idle()
    const { rows } = await withOwner((client) =>
      client.query<{ name: string }>(
        'select task_identifier as name from graphile_worker.jobs where run_at <= now() and attempts < max_attempts',
      ),
    )
    quiet = rows.length === 0 ? quiet + 1 : 0
    if (performance.now() - startedAt > SETTLED_WITHIN_MS)
      return [`jobs still ran after ${SETTLED_WITHIN_MS / 1000} s: ${rows.map(({ name }) => name).join(', ')}`]
    await pause(200)
  }
  return []
}

/** One violation for each job that was given up. */
export const findJobsGivenUp = ({ withOwner }: SystemUnderTest, except: readonly string[] = []): Promise<string[]> =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ name: string; error: string | null }>(
      `select task_identifier as name, last_error as error from graphile_worker.jobs
       where attempts >= max_attempts and task_identifier <> all($1)`,
      [except],
    )
    return rows.map(({ name, error }) => `the job ${name} was given up: ${error}`)
  })

/**
 * Asks the carrier about texts of unknown outcome now, instead of a minute after they were claimed. Only for texts whose
 * request cannot be in flight any more.
 */
export const settleEarly = (
  { withOwner }: SystemUnderTest,
  { tenantId }: { tenantId: string },
  { clockOffsetMs, olderThanMs }: { clockOffsetMs: number; olderThanMs: number },
) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update messages set claimed_at = claimed_at - $2 * interval '1 millisecond'
       where tenant_id = $1 and delivery_status in ('sending', 'unknown') and provider_sid is null
         and claimed_at < now() + $3 * interval '1 millisecond' and claimed_at > now() + ($3 - $2) * interval '1 millisecond'
       returning id`,
      [tenantId, SETTLE_AFTER_MS, clockOffsetMs - olderThanMs],
    )
    // A job with a request in flight treats the text as sent again, and leaves it to another job.
    const jobs = rows.map(({ id }) => settleSpec({ tenantId, messageId: id, attempts: 0 }))
    await client.query('select jobs.enqueue($1)', [JSON.stringify(jobs)])
  })
