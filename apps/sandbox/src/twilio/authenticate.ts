import { createHash, timingSafeEqual } from 'node:crypto'
import type { World } from '../platform/world.ts'
import type { Account } from '../store/accounts.ts'
import { TwilioError } from './twilio-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** HTTP Basic with AccountSid and AuthToken; an account reaches only what is its own. */
export function authenticate(world: World, header: string | undefined, ofAccount: string | undefined): Account {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? []
  const [sid = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const account = world.accounts.find(sid)
  const isRight = account && timingSafeEqual(digest(account.authToken), digest(rest.join(':')))
  if (!isRight || (ofAccount !== undefined && ofAccount !== account.sid)) {
    throw new TwilioError(401, 20003, 'Authenticate')
  }
  return account
}
