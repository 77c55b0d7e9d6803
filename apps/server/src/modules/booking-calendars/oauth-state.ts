import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'

const CONTEXT = 'calendar consent'
const STATE_MS = 15 * 60_000

/** The request that a consent belongs to. It is bound to the session that started it (RFC 6749, section 10.12). */
const State = z.object({
  tenantId: z.uuid(),
  sessionId: z.string(),
  resourceId: z.uuid(),
  connectionId: z.uuid(),
  until: z.string(),
})
type State = z.output<typeof State>

export const sealState = (secrets: Secrets, state: Omit<State, 'until'>, at: string): string =>
  secrets.encrypt(JSON.stringify({ ...state, until: shift(at, STATE_MS) }), CONTEXT).toString('base64url')

/** The state of this session, or an error. */
export function openState(
  secrets: Secrets,
  sealed: string,
  { tenantId, sessionId, at }: { tenantId: string; sessionId: string; at: string },
): State {
  const state = read(secrets, sealed)
  if (!state || state.tenantId !== tenantId || state.sessionId !== sessionId || isAfter(at, state.until))
    throw new AppError('CalendarStateInvalid')
  return state
}

function read(secrets: Secrets, sealed: string): State | undefined {
  try {
    return State.parse(JSON.parse(secrets.decrypt(Buffer.from(sealed, 'base64url'), CONTEXT)))
  } catch {
    return undefined
  }
}
