import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@frontdesk/contract/rules'
import { verify } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import type { Actor } from '../../platform/actor.ts'
import type { Directory, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { queueMail } from '../mail/index.ts'
import type { AccountDeps } from './deps.ts'
import { twoStepChangedMail } from './emails.ts'
import { findLoginOf, type LoginRow } from './queries.ts'
import { revokeSessionsOfLogin } from './revoke-sessions.ts'

const ISSUER = 'Frontdesk'
const PERIOD_SECONDS = 30
/** Accepts one time step in either direction, because clocks of phones and servers differ (RFC 6238, section 5.2). */
const WINDOW = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

const millisecondsOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

/** Excludes letters and digits that look alike on paper. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const aRecoveryCode = () =>
  Array.from({ length: 12 }, (_, i) => {
    const character = RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]
    return i > 0 && i % 4 === 0 ? `-${character}` : character
  }).join('')

const withoutGaps = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

const hashCode = (loginId: string, code: string) =>
  createHash('sha256')
    .update(`${loginId} ${withoutGaps(code)}`)
    .digest()

export const hasTwoStep = async (db: Directory, loginId: string): Promise<boolean> =>
  (await db
    .selectFrom('directory.twoStep')
    .where('loginId', '=', loginId)
    .where('confirmedAt', 'is not', null)
    .select('loginId')
    .executeTakeFirst()) !== undefined

/** Consumes a code of the authenticator app or a recovery code. Each works once, also in concurrent requests. */
export async function consumeCode(
  { secrets, limits, now }: Pick<AccountDeps, 'secrets' | 'limits' | 'now'>,
  db: Directory,
  loginId: string,
  code: string,
): Promise<void> {
  await limits.countCode(loginId)
  const row = await db
    .selectFrom('directory.twoStep')
    .where('loginId', '=', loginId)
    .where('confirmedAt', 'is not', null)
    .select(['secret', 'lastStep'])
    .executeTakeFirst()
  if (!row) throw new AppError('TwoStepIsOff')
  const isValid = /^\d{6}$/.test(withoutGaps(code))
    ? await consumeAppCode(db, loginId, { secret: secrets.decrypt(row.secret), code: withoutGaps(code), at: now() })
    : await consumeRecoveryCode(db, loginId, code, now())
  if (!isValid) throw new AppError('WrongCode')
  await limits.clearCodeAttempts(loginId)
}

async function consumeAppCode(
  db: Directory,
  loginId: string,
  { secret, code, at }: { secret: string; code: string; at: string },
): Promise<boolean> {
  const step = findTimeStep(secret, code, at)
  if (step === null) return false
  const consumed = await db
    .updateTable('directory.twoStep')
    .set({ lastStep: String(step) })
    .where('loginId', '=', loginId)
    .where('lastStep', '<', String(step))
    .returning('loginId')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Returns the time step of a code, or null if no accepted step has it. */
function findTimeStep(secret: string, code: string, at: string): number | null {
  const timestamp = millisecondsOf(at)
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

async function consumeRecoveryCode(db: Directory, loginId: string, code: string, at: string): Promise<boolean> {
  const consumed = await db
    .updateTable('directory.recoveryCodes')
    .set({ usedAt: at })
    .where('loginId', '=', loginId)
    .where('codeHash', '=', hashCode(loginId, code))
    .where('usedAt', 'is', null)
    .returning('loginId')
    .executeTakeFirst()
  return consumed !== undefined
}

async function assertPassword({ limits }: AccountDeps, login: LoginRow, password: string): Promise<void> {
  await limits.countPassword(login.id)
  if (!(await verify(login.passwordHash, password))) throw new AppError('WrongPassword')
  await limits.clearPasswordAttempts(login.id)
}

/** Creates a secret for the authenticator app; it takes effect once a code confirms it. */
export async function startTwoStep(
  deps: AccountDeps,
  actor: Actor,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { directory } = deps.database
  const login = await findLoginOf(directory, actor.sessionId)
  await assertPassword(deps, login, password)
  const secret = new Secret({ size: 20 }).base32
  const sealed = deps.secrets.encrypt(secret)
  const started = await directory
    .insertInto('directory.twoStep')
    .values({ loginId: login.id, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('loginId')
        .doUpdateSet({ secret: sealed, lastStep: '0' })
        .where('directory.twoStep.confirmedAt', 'is', null),
    )
    .returning('loginId')
    .executeTakeFirst()
  if (!started) throw new AppError('TwoStepIsOn')
  return { secret, uri: totpOf(secret, login.email ?? actor.email).toString() }
}

/** Turns two-step sign-in on with a first code. Returns the recovery codes, which are stored only as hashes. */
export async function confirmTwoStep(deps: AccountDeps, actor: Actor, code: string): Promise<string[]> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  await deps.limits.countCode(login.id)
  const at = deps.now()
  const { recoveryCodes, ended } = await deps.database.inTenant(actor, async (tx) => {
    // Sign-ins hold this lock while they open a session without a code.
    await tx.selectFrom('directory.logins').where('id', '=', login.id).select('id').forNoKeyUpdate().executeTakeFirst()
    const row = await tx
      .selectFrom('directory.twoStep')
      .where('loginId', '=', login.id)
      .select(['secret', 'confirmedAt'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('TwoStepIsOff')
    if (row.confirmedAt !== null) throw new AppError('TwoStepIsOn')
    const step = findTimeStep(deps.secrets.decrypt(row.secret), withoutGaps(code), at)
    if (step === null) throw new AppError('WrongCode')
    await tx
      .updateTable('directory.twoStep')
      .set({ confirmedAt: at, lastStep: String(step) })
      .where('loginId', '=', login.id)
      .execute()
    await recordTwoStepChange(tx, actor, login, true, at)
    return {
      recoveryCodes: await replaceRecoveryCodes(tx, login.id),
      // Other sessions signed in with the password alone; they have to sign in again with a code.
      ended: await revokeSessionsOfLogin(tx, login.id, at, actor.sessionId),
    }
  })
  await deps.limits.clearCodeAttempts(login.id)
  for (const sessionId of ended) deps.endSession(sessionId)
  deps.forgetSession(actor.sessionId)
  return recoveryCodes
}

async function replaceRecoveryCodes(db: Directory, loginId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, aRecoveryCode)
  await db.deleteFrom('directory.recoveryCodes').where('loginId', '=', loginId).execute()
  await db
    .insertInto('directory.recoveryCodes')
    .values(codes.map((code) => ({ loginId, codeHash: hashCode(loginId, code) })))
    .execute()
  return codes
}

/** Replaces all recovery codes with ten new ones. */
export async function newRecoveryCodes(
  deps: AccountDeps,
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<string[]> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  await assertPassword(deps, login, password)
  return deps.database.inTenant(actor, async (tx) => {
    await consumeCode(deps, tx, login.id, code)
    return replaceRecoveryCodes(tx, login.id)
  })
}

/** Turns two-step sign-in off, unless the business requires it. */
export async function stopTwoStep(
  deps: AccountDeps,
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  await assertPassword(deps, login, password)
  const at = deps.now()
  await deps.database.inTenant(actor, async (tx) => {
    const tenant = await tx
      .selectFrom('tenants')
      .where('tenantId', '=', tx.tenantId)
      .select('requiresTwoStep')
      .executeTakeFirstOrThrow()
    if (tenant.requiresTwoStep) throw new AppError('TwoStepIsRequired')
    await consumeCode(deps, tx, login.id, code)
    await tx.deleteFrom('directory.twoStep').where('loginId', '=', login.id).execute()
    await tx.deleteFrom('directory.recoveryCodes').where('loginId', '=', login.id).execute()
    await recordTwoStepChange(tx, actor, login, false, at)
  })
}

async function recordTwoStepChange(
  tx: TenantTx,
  actor: Actor,
  login: LoginRow,
  isOn: boolean,
  at: string,
): Promise<void> {
  const action = isOn ? 'two-step.enabled' : 'two-step.disabled'
  await recordAudit(tx, { action, actor, subject: actor.displayName, at })
  await queueMail(tx, { to: login.email ?? actor.email, mail: twoStepChangedMail({ isOn }), at })
}

/** Requires two-step sign-in, or no longer. Members without it are signed out and set it up at the next sign-in. */
export async function requireTwoStep(
  { endSession }: Pick<AccountDeps, 'endSession'>,
  tx: TenantTx,
  actor: Actor,
  isRequired: boolean,
): Promise<void> {
  const login = await findLoginOf(tx, actor.sessionId)
  // An owner without two-step sign-in would lock themselves out.
  if (isRequired && !(await hasTwoStep(tx, login.id))) throw new AppError('TwoStepIsOff')
  const at = tx.now()
  const changed = await tx
    .updateTable('tenants')
    .set({ requiresTwoStep: isRequired })
    .where('tenantId', '=', tx.tenantId)
    .where('requiresTwoStep', '<>', isRequired)
    .returning('name')
    .executeTakeFirst()
  if (!changed) return
  await recordAudit(tx, { action: 'two-step.required', actor, subject: changed.name, data: { isRequired }, at })
  if (!isRequired) return
  const revoked = await tx
    .updateTable('directory.sessions')
    .set({ revokedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('revokedAt', 'is', null)
    .where('loginId', 'not in', (eb) =>
      eb.selectFrom('directory.twoStep').where('confirmedAt', 'is not', null).select('directory.twoStep.loginId'),
    )
    .returning('id')
    .execute()
  tx.afterCommit(() => {
    for (const { id } of revoked) endSession(id)
  })
}
