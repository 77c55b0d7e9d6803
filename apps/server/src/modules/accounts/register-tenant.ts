import type { AuthResult } from '@frontdesk/contract/api'
import { verify } from '@node-rs/argon2'
import { isAfter, shift } from '../../platform/clock.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addDefaultFolders } from '../locations/index.ts'
import { startTrial } from '../subscription/index.ts'
import { addDefaultTemplates } from '../templates/index.ts'
import type { AccountDeps } from './deps.ts'
import { hashPassword } from './hash-password.ts'
import { noteDevice } from './known-devices.ts'
import { findLogin, listTenants } from './queries.ts'
import { sendVerification } from './send-verification.ts'
import { openSession } from './sessions.ts'
import { type Caller, countSignIn, hashOfNobody } from './sign-in.ts'
import { hasTwoStep } from './two-step.ts'

export interface Registration {
  businessName: string
  firstName?: string | undefined
  lastName: string
  email: string
  password: string
  timeZone: string
  inviteCode?: string | undefined
}

/** The same form sent again within this time is a repeated request, not a second business. */
const REPEAT_MS = 10 * 60_000

/**
 * Signs up a business: its tenant, a first location of the same name, and its owner, who is signed in at once. An address
 * that has a login already answers the same: the business gets a login of its own, and the owner of the address a mail
 * by which they can add it to theirs (docs/decisions, "Sign-up does not tell").
 */
export async function registerTenant(
  deps: AccountDeps,
  caller: Caller,
  registration: Registration,
): Promise<AuthResult> {
  if (!isTimeZone(registration.timeZone))
    throw new AppError('InvalidInput', { fields: [{ path: 'timeZone', message: 'Not a time zone' }] })
  const { inviteCodes } = deps.signUp
  await deps.limits.countSignUp(caller.address)
  if (inviteCodes && !inviteCodes.includes(registration.inviteCode ?? '')) throw new AppError('SignUpClosed')
  try {
    return await register(deps, caller, registration)
  } catch (error) {
    // Somebody else took the address in this very moment: by now it has a login.
    if (violates(error, 'logins_email_key')) return register(deps, caller, registration)
    throw error
  }
}

async function register(
  deps: AccountDeps,
  caller: Caller,
  { businessName, firstName = '', lastName, email, password, timeZone }: Registration,
): Promise<AuthResult> {
  const { database } = deps
  const forgive = await countSignIn(deps, caller, email)
  const known = await findLogin(database.directory, email)
  // Both are computed in any case, so that the time to answer does not tell.
  const isRight = await verify(known?.passwordHash ?? (await hashOfNobody()), password)
  const passwordHash = await hashPassword(password, email)
  const isTheirs = known !== undefined && isRight && !(await hasTwoStep(database.directory, known.id))
  if (!known || isTheirs) await forgive()
  const createdAt = deps.now()

  if (isTheirs) {
    const last = (await listTenants(database, known.id)).at(-1)
    if (last?.name === businessName) {
      const repeated = await database.inTenant(last, async (tx) => {
        const tenant = await tx
          .selectFrom('tenants')
          .where('tenantId', '=', tx.tenantId)
          .select('createdAt')
          .executeTakeFirstOrThrow()
        if (!isAfter(shift(tenant.createdAt, REPEAT_MS), createdAt)) return null
        return openSession(deps, tx, { userId: last.userId, loginId: known.id, isRemembered: true, caller })
      })
      if (repeated) return repeated
    }
  }

  const [tenantId, userId, locationId] = [newId(), newId(), newId()]
  const loginId = isTheirs ? known.id : newId()
  return database.inTenant({ tenantId }, async (tx) => {
    if (!isTheirs) {
      const address = known ? { email: null, pendingEmail: email } : { email }
      await tx
        .insertInto('directory.logins')
        .values({ id: loginId, ...address, passwordHash, createdAt })
        .execute()
    }
    await tx.insertInto('directory.memberships').values({ loginId, tenantId, userId }).execute()
    await tx.insertInto('tenants').values({ tenantId, name: businessName, country: 'US', createdAt }).execute()
    await startTrial(tx, createdAt)
    await addDefaultTemplates(tx, createdAt)
    await tx
      .insertInto('locations')
      .values({ tenantId, id: locationId, name: businessName, timeZone, country: 'US', createdAt })
      .execute()
    await addDefaultFolders(tx, locationId, createdAt)
    await tx
      .insertInto('users')
      .values({
        tenantId,
        id: userId,
        loginId,
        email,
        firstName,
        lastName,
        displayName: `${firstName} ${lastName}`.trim() || email.slice(0, email.indexOf('@')),
        role: 'Owner',
        isAccountHolder: true,
        hasAllLocations: true,
        createdAt,
      })
      .execute()
    if (!isTheirs) {
      const addedTenantName = known ? businessName : null
      await sendVerification(deps, tx, { loginId, userId, email, firstName, addedTenantName }, createdAt)
    }
    await noteDevice(deps, tx, { loginId, email, caller, at: createdAt })
    return openSession(deps, tx, { userId, loginId, isRemembered: true, caller })
  })
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
