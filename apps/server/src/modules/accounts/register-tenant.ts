import type { AuthResult } from '@frontdesk/contract/api'
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
import { type Caller, countSignIn, findLoginByPassword } from './sign-in.ts'
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
  // Read before the password is checked: if an identical sign-up commits in between, this one conflicts and is retried.
  const existingLogin = await findLogin(database.directory, email)
  // Both hashes are computed in any case, so that response time doesn't reveal whether the login exists.
  const matchingLogin = await findLoginByPassword(database.directory, email, password)
  const passwordHash = await hashPassword(password, email)
  const ownLogin =
    matchingLogin && !(await hasTwoStep(database.directory, matchingLogin.id)) ? matchingLogin : undefined
  if (ownLogin) await clearAttempt()
  const createdAt = deps.now()

  if (ownLogin) {
    const newestTenant = (await listTenants(database, ownLogin.id)).at(-1)
    if (newestTenant?.name === businessName) {
      const repeated = await database.inTenant(newestTenant, async (tx) => {
        const tenant = await tx
          .selectFrom('tenants')
          .where('tenantId', '=', tx.tenantId)
          .select('createdAt')
          .executeTakeFirstOrThrow()
        if (!isAfter(shift(tenant.createdAt, REPEAT_MS), createdAt)) return null
        await assertPasswordUnchanged(tx, ownLogin)
        return openSession(deps, tx, {
          userId: newestTenant.userId,
          loginId: ownLogin.id,
          isRemembered: true,
          caller,
        })
      })
      if (repeated) return repeated
    }
  }

  const [tenantId, userId, locationId] = [newId(), newId(), newId()]
  // A login that doesn't own its address has one business, which its link moves to the login that does.
  const extendedLogin = ownLogin?.email ? ownLogin : undefined
  const loginId = extendedLogin?.id ?? newId()
  return database.inTenant({ tenantId }, async (tx) => {
    if (extendedLogin) await assertPasswordUnchanged(tx, extendedLogin)
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
    if (!extendedLogin) {
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
