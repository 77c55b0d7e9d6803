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
import { rememberDevice } from './known-devices.ts'
import { assertPasswordUnchanged, findLogin, listTenants } from './queries.ts'
import { sendVerification } from './send-verification.ts'
import { openSession } from './sessions.ts'
import { type Caller, countSignIn, dummyHash } from './sign-in.ts'
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

/** A second sign-up with the same name and login within this time counts as a retry, not as another business. */
const REPEAT_MS = 10 * 60_000

/**
 * Signs up a business: creates the tenant, a first location of the same name, and the owner, and signs the owner in.
 * The response doesn't reveal whether the address already has a login: the business then gets a login of its own, and
 * the owner of the address an email with a link to add it to theirs
 * (docs/decisions/20261121T0731-sign-up-does-not-reveal-accounts.md).
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
    // A concurrent request took the address, so it has a login now.
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
  const clearAttempt = await countSignIn(deps, caller, email)
  const existingLogin = await findLogin(database.directory, email)
  // Compute both hashes in any case, so that response time doesn't reveal whether the login exists.
  const isPasswordCorrect = await verify(existingLogin?.passwordHash ?? (await dummyHash()), password)
  const passwordHash = await hashPassword(password, email)
  const ownsLogin =
    existingLogin !== undefined && isPasswordCorrect && !(await hasTwoStep(database.directory, existingLogin.id))
  if (!existingLogin || ownsLogin) await clearAttempt()
  const createdAt = deps.now()

  if (ownsLogin) {
    const newestTenant = (await listTenants(database, existingLogin.id)).at(-1)
    if (newestTenant?.name === businessName) {
      const repeated = await database.inTenant(newestTenant, async (tx) => {
        const tenant = await tx
          .selectFrom('tenants')
          .where('tenantId', '=', tx.tenantId)
          .select('createdAt')
          .executeTakeFirstOrThrow()
        if (!isAfter(shift(tenant.createdAt, REPEAT_MS), createdAt)) return null
        await assertPasswordUnchanged(tx, existingLogin)
        return openSession(deps, tx, {
          userId: newestTenant.userId,
          loginId: existingLogin.id,
          isRemembered: true,
          caller,
        })
      })
      if (repeated) return repeated
    }
  }

  const [tenantId, userId, locationId] = [newId(), newId(), newId()]
  const loginId = ownsLogin ? existingLogin.id : newId()
  return database.inTenant({ tenantId }, async (tx) => {
    if (ownsLogin) await assertPasswordUnchanged(tx, existingLogin)
    else {
      const address = existingLogin ? { email: null, pendingEmail: email } : { email }
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
    if (!ownsLogin) {
      const addedTenantName = existingLogin ? businessName : null
      await sendVerification(deps, tx, { loginId, userId, email, firstName, addedTenantName }, createdAt)
    }
    await rememberDevice(deps, tx, { loginId, email, caller, at: createdAt })
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
