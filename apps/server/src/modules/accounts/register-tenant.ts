import type { AuthResult } from '@frontdesk/contract'
import { hash } from '@node-rs/argon2'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { startTrial } from '../subscription/index.ts'
import type { AttemptLimits } from './limits.ts'
import { openSession, type SessionDeps } from './sessions.ts'
import type { Caller } from './sign-in.ts'

export interface Registration {
  businessName: string
  firstName: string
  lastName: string
  email: string
  password: string
  timeZone: string
}

/** Signs up a business: its tenant, a first location of the same name, and its owner, who is signed in at once. */
export async function registerTenant(
  deps: SessionDeps & { limits: AttemptLimits },
  caller: Caller,
  { businessName, firstName, lastName, email, password, timeZone }: Registration,
): Promise<AuthResult> {
  if (!isTimeZone(timeZone))
    throw new AppError('InvalidInput', { fields: [{ path: 'timeZone', message: 'Not a time zone' }] })
  await deps.limits.countSignUp(caller.address)
  const [tenantId, loginId, userId, createdAt, passwordHash] = [
    newId(),
    newId(),
    newId(),
    deps.now(),
    await hash(password),
  ]
  try {
    return await deps.database.inTenant({ tenantId }, async (tx) => {
      await tx.insertInto('directory.logins').values({ id: loginId, email, passwordHash, createdAt }).execute()
      await tx.insertInto('directory.memberships').values({ loginId, tenantId, userId }).execute()
      await tx.insertInto('tenants').values({ tenantId, name: businessName, country: 'US', createdAt }).execute()
      await startTrial(tx, createdAt)
      await tx
        .insertInto('locations')
        .values({ tenantId, id: newId(), name: businessName, timeZone, country: 'US', createdAt })
        .execute()
      await tx
        .insertInto('users')
        .values({
          tenantId,
          id: userId,
          loginId,
          email,
          firstName,
          lastName,
          displayName: `${firstName} ${lastName}`.trim(),
          role: 'Owner',
          isAccountHolder: true,
          hasAllLocations: true,
          createdAt,
        })
        .execute()
      return openSession(deps, tx, { userId, loginId, isRemembered: true, userAgent: caller.userAgent })
    })
  } catch (error) {
    if (violates(error, 'logins_email_key')) throw new AppError('EmailTaken')
    throw error
  }
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
