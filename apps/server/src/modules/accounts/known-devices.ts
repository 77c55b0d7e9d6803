import { randomBytes } from 'node:crypto'
import { shift } from '../../platform/clock.ts'
import type { Directory, TenantTx } from '../../platform/database/database.ts'
import { queueMail } from '../mail/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { newSignInMail } from './emails.ts'
import type { Caller } from './sign-in.ts'
import { hashToken } from './tokens.ts'

/** Maximum lifetime of a cookie in browsers. https://developer.chrome.com/blog/cookie-max-age-expires */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60
const MAX_DEVICES = 100

export const newDevice = (): string => randomBytes(24).toString('base64url')

/**
 * Whether the account of this email address has signed in with this browser before. Browsers of an unverified login
 * don't count: they would differ between an address with an account and one without.
 */
export async function isKnownDevice(directory: Directory, email: string, device: string): Promise<boolean> {
  const knownDevice = await directory
    .selectFrom('directory.knownDevices')
    .innerJoin('directory.logins', 'directory.logins.id', 'directory.knownDevices.loginId')
    .where('directory.logins.email', '=', email)
    .where('directory.logins.verifiedAt', 'is not', null)
    .where('directory.knownDevices.deviceHash', '=', hashToken(device))
    .select('directory.knownDevices.loginId')
    .executeTakeFirst()
  return knownDevice !== undefined
}

/** Stores the browser of a sign-in. Emails the user about a new one, unless it is the login's first. */
export async function rememberDevice(
  { publicUrl }: Pick<AccountDeps, 'publicUrl'>,
  tx: TenantTx,
  { loginId, email, caller, at }: { loginId: string; email: string; caller: Caller; at: string },
): Promise<void> {
  const deviceHash = hashToken(caller.device)
  const knownDevices = await tx
    .selectFrom('directory.knownDevices')
    .where('loginId', '=', loginId)
    .where('lastSeenAt', '>', shift(at, -DEVICE_SECONDS * 1000))
    .select('deviceHash')
    .limit(MAX_DEVICES)
    .execute()
  await tx
    .insertInto('directory.knownDevices')
    .values({ loginId, deviceHash, lastSeenAt: at })
    .onConflict((conflict) => conflict.columns(['loginId', 'deviceHash']).doUpdateSet({ lastSeenAt: at }))
    .execute()
  if (knownDevices.length === 0 || knownDevices.some((device) => device.deviceHash.equals(deviceHash))) return
  const details = { device: deviceName(caller.userAgent), address: caller.address, at }
  await queueMail(tx, { to: email, mail: newSignInMail(details, `${publicUrl()}/settings/security`), at })
}
