import { randomBytes } from 'node:crypto'
import { shift } from '../../platform/clock.ts'
import type { Directory, TenantTx } from '../../platform/database/database.ts'
import { queueMail } from '../mail/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { newSignInMail } from './mails.ts'
import type { Caller } from './sign-in.ts'
import { hashToken } from './tokens.ts'

/** Browsers keep a cookie no longer. https://developer.chrome.com/blog/cookie-max-age-expires */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60
const MOST_DEVICES = 100

export const newDevice = (): string => randomBytes(24).toString('base64url')

/** Whether the account of this email address has signed in with this browser before. */
export async function isKnownDevice(directory: Directory, email: string, device: string): Promise<boolean> {
  const known = await directory
    .selectFrom('directory.knownDevices')
    .innerJoin('directory.logins', 'directory.logins.id', 'directory.knownDevices.loginId')
    .where('directory.logins.email', '=', email)
    .where('directory.knownDevices.deviceHash', '=', hashToken(device))
    .select('directory.knownDevices.loginId')
    .executeTakeFirst()
  return known !== undefined
}

/** Remembers the browser somebody signed in with. One that was never seen is told by mail, but for the very first. */
export async function noteDevice(
  { publicUrl }: Pick<AccountDeps, 'publicUrl'>,
  tx: TenantTx,
  { loginId, email, caller, at }: { loginId: string; email: string; caller: Caller; at: string },
): Promise<void> {
  const deviceHash = hashToken(caller.device)
  const known = await tx
    .selectFrom('directory.knownDevices')
    .where('loginId', '=', loginId)
    .where('lastSeenAt', '>', shift(at, -DEVICE_SECONDS * 1000))
    .select('deviceHash')
    .limit(MOST_DEVICES)
    .execute()
  await tx
    .insertInto('directory.knownDevices')
    .values({ loginId, deviceHash, lastSeenAt: at })
    .onConflict((conflict) => conflict.columns(['loginId', 'deviceHash']).doUpdateSet({ lastSeenAt: at }))
    .execute()
  if (known.length === 0 || known.some((device) => device.deviceHash.equals(deviceHash))) return
  const facts = { device: deviceName(caller.userAgent), address: caller.address, at }
  await queueMail(tx, { to: email, mail: newSignInMail(facts, `${publicUrl()}/settings/security`), at })
}
