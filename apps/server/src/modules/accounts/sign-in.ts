import type { AuthResult } from '@frontdesk/contract/api'
import { hash, verify } from '@node-rs/argon2'
import type { Directory } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { isKnownDevice, rememberDevice } from './known-devices.ts'
import { assertPasswordUnchanged, findLoginsClaiming, listTenants } from './queries.ts'
import { openSession } from './sessions.ts'
import { signTicket, verifyTicket } from './tokens.ts'
import { consumeCode, hasTwoStep } from './two-step.ts'

export interface Caller {
  address: string
  userAgent: string | undefined
  /** Identifies this browser: its device cookie, or a new value. */
  device: string
}

interface Credentials {
  userName: string
  password: string
  rememberMe: boolean
  code?: string | undefined
  tenantId?: string | undefined
  ticket?: string | undefined
}

/** Verified against when the account doesn't exist, so that response time doesn't reveal it. */
let cachedDummyHash: Promise<string> | undefined
const dummyHash = (): Promise<string> => {
  cachedDummyHash ??= hash('nobody')
  return cachedDummyHash
}

/**
 * Finds the login with this address and password: the verified one, or one whose owner signed up with the address and
 * has not verified it. Verifies as many passwords whether or not a verified login exists, and at least two.
 */
export async function findLoginByPassword(directory: Directory, email: string, password: string) {
  const logins = await findLoginsClaiming(directory, email)
  const verified = logins.find(({ verifiedAt }) => verifiedAt !== null)
  const unverified = logins.filter((login) => login !== verified)
  const hashes = [
    verified?.passwordHash,
    ...(unverified.length > 0 ? unverified.map(({ passwordHash }) => passwordHash) : [undefined]),
  ]
  const results = await Promise.all(
    hashes.map(async (passwordHash) => verify(passwordHash ?? (await dummyHash()), password)),
  )
  return [verified, ...unverified].find((_, i) => results[i])
}

/** Counts an attempt to sign in as `email`; see `AttemptLimits.countSignIn`. */
export const countSignIn = async (
  { database, limits }: Pick<AccountDeps, 'database' | 'limits'>,
  { address, device }: Caller,
  email: string,
): Promise<() => Promise<void>> =>
  limits.countSignIn({ email, address, device, isKnownDevice: await isKnownDevice(database.directory, email, device) })

/**
 * Exchanges email and password for a session. Throws when a two-step code or the choice of a business is missing; the
 * client then repeats the request with it.
 */
export async function signIn(
  deps: AccountDeps,
  caller: Caller,
  { userName, password, rememberMe, code, tenantId, ticket }: Credentials,
): Promise<AuthResult> {
  const { directory } = deps.database
  const email = userName.toLowerCase()
  const clearAttempt = await countSignIn(deps, caller, email)
  const login = await findLoginByPassword(directory, email, password)
  const tenants = login ? await listTenants(deps.database, login.id) : []
  if (!login || tenants.length === 0) throw new AppError('WrongCredentials')
  await clearAttempt()

  const usesTwoStep = await hasTwoStep(directory, login.id)
  const hasTicket = ticket !== undefined && (await verifyTicket(deps.secrets.tokenKey, ticket, deps.now())) === login.id
  if (usesTwoStep && !hasTicket) {
    if (code === undefined) throw new AppError('TwoStepRequired')
    await consumeCode(deps, directory, login.id, code)
  }
  const tenant = tenants.length === 1 ? tenants[0] : tenants.find((tenant) => tenant.tenantId === tenantId)
  if (!tenant) {
    throw new AppError('TenantChoiceRequired', {
      tenants: tenants.map(({ tenantId, name }) => ({ tenantId, name })),
      // The code is consumed by now; the ticket says that it was correct.
      ticket: await signTicket(deps.secrets.tokenKey, login.id, deps.now()),
    })
  }

  const at = deps.now()
  return deps.database.inTenant(tenant, async (tx) => {
    const { userId } = tenant
    await assertPasswordUnchanged(tx, login)
    // Two-step sign-in may have been turned on since, with the login locked.
    if (!usesTwoStep && (await hasTwoStep(tx, login.id))) throw new AppError('TwoStepRequired')
    await rememberDevice(deps, tx, { loginId: login.id, email, caller, at })
    const session = await openSession(deps, tx, { userId, loginId: login.id, isRemembered: rememberMe, caller })
    await recordAudit(tx, {
      action: 'session.started',
      actor: { userId, displayName: session.displayName },
      subject: deviceName(caller.userAgent),
      address: caller.address,
      at,
    })
    return session
  })
}
