import type { z } from 'zod'
import type { Lane } from './lanes.ts'

/** What `jobs.enqueue` takes; see migrations. */
export interface JobSpec {
  identifier: string
  payload: unknown
  /** A later job with the same key replaces one that has not started. */
  jobKey?: string
  runAt?: string
  maxAttempts?: number
}

/** A piece of work outside a request: ids in its payload, safe to run twice. */
export interface Job<Payload> {
  name: string
  lane: Lane
  payload: z.ZodType<Payload>
  run: (payload: Payload, attempt: Attempt) => Promise<void>
}

export interface Attempt {
  /** The same for every attempt of a job. */
  jobId: string
  /** No further attempt follows if this one fails. */
  isLast: boolean
}

/** A job with its payload's type forgotten, for the worker's table. */
export interface AnyJob {
  name: string
  lane: Lane
  run: (payload: unknown, attempt: Attempt) => Promise<void>
}

export const defineJob = <Payload>(job: Job<Payload>): AnyJob => ({
  name: job.name,
  lane: job.lane,
  run: (payload, attempt) => job.run(job.payload.parse(payload), attempt),
})
