import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Needs } from '../../platform/module.ts'
import type { AttemptLimits, AttemptRules } from './limits.ts'
import type { Sessions } from './sessions.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    sessions: Sessions
    signUp: SignUpRules
    /** What differs from `ATTEMPT_RULES`. */
    attemptRules: Partial<AttemptRules>
  }
  interface ModuleServices {
    limits: AttemptLimits
    /** Forgets the session in every process and drops its live connections. */
    endSession: (sessionId: string) => void
    /** Reads the session from the database at its next request. */
    forgetSession: (sessionId: string) => void
    /** The caller behind the cookie with which browsers load files. */
    authenticateFiles: (request: FastifyRequest) => Promise<Actor>
  }
}

export type AccountDeps = Needs<
  | 'database'
  | 'secrets'
  | 'now'
  | 'limits'
  | 'endSession'
  | 'forgetSession'
  | 'push'
  | 'publicUrl'
  | 'hasHttps'
  | 'signUp'
>

export interface SignUpRules {
  /** Anyone who has one of them may sign up; null lets everybody in. */
  inviteCodes: readonly string[] | null
  /** Gets the requests for a demo. */
  contactEmail: string
}
