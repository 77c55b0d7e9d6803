import { createHash, timingSafeEqual } from 'node:crypto'
import type { SandboxContext } from '../platform/context.ts'
import type { Account } from '../store/accounts.ts'
import { TwilioError } from './twilio-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Checks HTTP Basic credentials (AccountSid, AuthToken); an account has access to its own resources only. */
export function authenticate(
  context: SandboxContext,
  header: string | undefined,
  accountSid: string | undefined,
): Account {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? []
  const [sid = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const account = context.accounts.find(sid)
  const isValid = account && timingSafeEqual(digest(account.authToken), digest(rest.join(':')))
  if (!isValid || (accountSid !== undefined && accountSid !== account.sid)) {
    throw new TwilioError(401, 20003, 'Authenticate')
  }
  return account
}
