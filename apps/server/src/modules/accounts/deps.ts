import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Needs } from '../../platform/module.ts'
import type { AttemptLimits, AttemptRules } from './limits.ts'
import type { Sessions } from './sessions.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    sessions: Sessions
    signUp: SignUpRules
    /** Overrides of `ATTEMPT_RULES`. */
    attemptRules: Partial<AttemptRules>
  }
  interface ModuleServices {
    limits: AttemptLimits
    /** Invalidates the session in every process and closes its live connections. */
    endSession: (sessionId: string) => void
    /** Drops the session from the cache, so that the next request reloads it. */
    forgetSession: (sessionId: string) => void
    /** Authenticates the cookie with which browsers load files. */
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
  /** One of these codes is required to sign up; null means open sign-up. */
  inviteCodes: readonly string[] | null
  /** Receives requests for a demo. */
  contactEmail: string
}
