import type { RealtimeEvent } from '@frontdesk/contract'
import type { AttemptLimits } from './limits.ts'
import type { SessionDeps } from './sessions.ts'

export interface AccountDeps extends SessionDeps {
  limits: AttemptLimits
  /** Forgets the session in every process and drops its live connections. */
  endSession: (sessionId: string) => void
  /** Reads the session anew at its next request. */
  forgetSession: (sessionId: string) => void
  push: (tenantId: string, rooms: string[], event: RealtimeEvent) => void
  publicUrl: () => string
  hasHttps: boolean
  signUp: SignUpRules
}

export interface SignUpRules {
  /** Whoever has one of them may sign up; null lets everybody in. */
  inviteCodes: readonly string[] | null
  /** Who hears of those that ask for a demo. */
  contactEmail: string
}
