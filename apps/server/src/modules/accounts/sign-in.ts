import type { AuthResult } from '@frontdesk/contract'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'
import type { AttemptLimits } from './limits.ts'
import { findLogin, findMembership } from './queries.ts'
import { openSession, type SessionDeps } from './sessions.ts'

export interface Caller {
  address: string
  userAgent: string | undefined
}

/** Compared with when there is no such account, so that the time to answer does not tell. */
let nobodysHash: Promise<string> | undefined

/** Exchanges e-mail and password for a session. */
export async function signIn(
  deps: SessionDeps & { limits: AttemptLimits },
  caller: Caller,
  { userName, password, rememberMe }: { userName: string; password: string; rememberMe: boolean },
): Promise<AuthResult> {
  const email = userName.toLowerCase()
  await deps.limits.countSignIn(email, caller.address)
  const login = await findLogin(deps.database.directory, email)
  nobodysHash ??= hash('nobody')
  const isRight = await verify(login?.passwordHash ?? (await nobodysHash), password)
  const membership = login && isRight ? await findMembership(deps.database.directory, login.id) : undefined
  if (!login || !membership) throw new AppError('WrongCredentials')

  await deps.limits.forgiveSignIn(email, caller.address)
  return deps.database.inTenant(membership, (tx) =>
    openSession(deps, tx, {
      userId: membership.userId,
      loginId: login.id,
      isRemembered: rememberMe,
      userAgent: caller.userAgent,
    }),
  )
}
