import type { z } from 'zod'
import type { Lane } from './lanes.ts'

/** Input of the SQL function `jobs.enqueue`. */
export interface JobSpec {
  identifier: string
  payload: unknown
  /** A later job with the same key replaces one that has not started. */
  jobKey?: string
  runAt?: string
  maxAttempts?: number
}

interface JobMeta {
  name: string
  lane: Lane
  /** Runs it periodically: a cron pattern in UTC. */
  schedule?: string
  /** Runs it at every start of a worker process as well. */
  runsAtStart?: boolean
}

/** A piece of work outside a request: ids in its payload, safe to run twice. */
interface JobDefinition<Deps, Payload> extends JobMeta {
  payload: z.ZodType<Payload>
  run: (services: Deps, payload: Payload, attempt: Attempt) => Promise<void>
}

export interface Attempt {
  /** The same for every attempt of a job. */
  jobId: string
  /** No further attempt follows if this one fails. */
  isLast: boolean
}

/** A job without the type of its payload, as in lists of jobs. */
export interface Job<Deps> extends JobMeta {
  run: (services: Deps, payload: unknown, attempt: Attempt) => Promise<void>
}

/** A job bound to its services, for the worker. */
export interface BoundJob extends JobMeta {
  run: (payload: unknown, attempt: Attempt) => Promise<void>
}

export const defineJob = <Deps, Payload>({ payload, run, ...meta }: JobDefinition<Deps, Payload>): Job<Deps> => ({
  ...meta,
  run: (services, input, attempt) => run(services, payload.parse(input), attempt),
})

export const bindJob = <Deps>({ run, ...meta }: Job<Deps>, services: Deps): BoundJob => ({
  ...meta,
  run: (payload, attempt) => run(services, payload, attempt),
})
