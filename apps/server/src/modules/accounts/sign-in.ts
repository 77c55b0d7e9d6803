import type { AuthResult } from '@frontdesk/contract/api'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { isKnownDevice, noteDevice } from './known-devices.ts'
import { findLogin, listTenants } from './queries.ts'
import { openSession } from './sessions.ts'
import { signTicket, verifyTicket } from './tokens.ts'
import { hasTwoStep, takeCode } from './two-step.ts'

export interface Caller {
  address: string
  userAgent: string | undefined
  /** What this browser is known by, from its cookie or made just now. */
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

/** Compared with when there is no such account, so that the time to answer does not tell. */
let nobodysHash: Promise<string> | undefined
export const hashOfNobody = (): Promise<string> => {
  nobodysHash ??= hash('nobody')
  return nobodysHash
}

/** Counts an attempt to sign in as `email`; see `AttemptLimits.countSignIn`. */
export const countSignIn = async (
  { database, limits }: Pick<AccountDeps, 'database' | 'limits'>,
  { address, device }: Caller,
  email: string,
): Promise<() => Promise<void>> =>
  limits.countSignIn({ email, address, device, isKnownDevice: await isKnownDevice(database.directory, email, device) })

/**
 * Exchanges e-mail and password for a session. Asks for more where more is needed: a code of two-step sign-in, or which of
 * several businesses. The same call is then made again, with it.
 */
export async function signIn(
  deps: AccountDeps,
  caller: Caller,
  { userName, password, rememberMe, code, tenantId, ticket }: Credentials,
): Promise<AuthResult> {
  const { directory } = deps.database
  const email = userName.toLowerCase()
  const forgive = await countSignIn(deps, caller, email)
  const login = await findLogin(directory, email)
  const isRight = await verify(login?.passwordHash ?? (await hashOfNobody()), password)
  const tenants = login && isRight ? await listTenants(deps.database, login.id) : []
  if (!login || tenants.length === 0) throw new AppError('WrongCredentials')
  await forgive()

  const usesTwoStep = await hasTwoStep(directory, login.id)
  const hasTicket = ticket !== undefined && (await verifyTicket(deps.secrets.tokenKey, ticket, deps.now())) === login.id
  if (usesTwoStep && !hasTicket) {
    if (code === undefined) throw new AppError('TwoStepRequired')
    await takeCode(deps, directory, login.id, code)
  }
  const chosen = tenants.length === 1 ? tenants[0] : tenants.find((tenant) => tenant.tenantId === tenantId)
  if (!chosen) {
    throw new AppError('TenantChoiceRequired', {
      tenants: tenants.map(({ tenantId, name }) => ({ tenantId, name })),
      // The code is used up by now; this says that it was right.
      ticket: await signTicket(deps.secrets.tokenKey, login.id, deps.now()),
    })
  }

  const at = deps.now()
  return deps.database.inTenant(chosen, async (tx) => {
    const { userId } = chosen
    await noteDevice(deps, tx, { loginId: login.id, email, caller, at })
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
