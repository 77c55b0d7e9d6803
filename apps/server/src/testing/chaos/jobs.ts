import { setTimeout as pause } from 'node:timers/promises'
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
