import { z } from 'zod'
import type { Secrets } from '../../platform/secrets.ts'
import type { CalendarTokens } from './google-calendars.ts'

/** Credentials of a calendar connection. */
const Secret = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), code: z.string(), redirectUrl: z.string() }),
  z.object({
    kind: z.literal('tokens'),
    refreshToken: z.string(),
    accessToken: z.string().nullable(),
    expiresAt: z.number().nullable(),
  }),
  z.object({ kind: z.literal('address'), url: z.string() }),
])
type Secret = z.output<typeof Secret>

const contextOf = (tenantId: string, connectionId: string) => `calendar of ${tenantId}: ${connectionId}`

/** Encrypted for one connection of one tenant. */
export const sealSecret = (
  secrets: Secrets,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
  secret: Secret,
): Buffer => secrets.encrypt(JSON.stringify(secret), contextOf(tenantId, connectionId))

export const openSecret = (
  secrets: Secrets,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
  sealed: Buffer,
): Secret => Secret.parse(JSON.parse(secrets.decrypt(sealed, contextOf(tenantId, connectionId))))

export const tokensSecret = (tokens: CalendarTokens): Secret => ({ kind: 'tokens', ...tokens })
