import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/caller-address.ts'

export interface AttemptLimits {
  /**
   * Counts a sign-in attempt; throws `TooManyAttempts` above a limit. Attempts are limited per IP address and account.
   * The limit per account alone is higher and doesn't apply to the account's known devices, so that wrong guesses from
   * elsewhere cannot lock out the owner.
   *
   * @returns A function to call after a correct password; it takes the attempt off the count.
   */
  countSignIn: (attempt: SignInAttempt) => Promise<() => Promise<void>>
  /** Resets the account's count after its owner proved their identity another way. */
  clearSignIns: (email: string) => Promise<void>
  countSignUp: (address: string) => Promise<void>
  countRefresh: (address: string) => Promise<void>
  /** Limits how many links an IP address opens, against guessing. */
  countLink: (address: string) => Promise<void>
  /** Counts an email that an unauthenticated caller requested to any address. */
  countLinkMail: (email: string, address: string) => Promise<void>
  /**
   * Like `countLinkMail`, but doesn't reveal whether the account was mailed: throws only for the caller's IP address,
   * and returns false when the account has been sent enough emails for now.
   */
  allowsLinkMail: (email: string, address: string) => Promise<boolean>
  /** Limits invitations per business, and repeated ones to the same address. */
  countInvite: (tenantId: string, email: string) => Promise<void>
  countCode: (loginId: string) => Promise<void>
  clearCodeAttempts: (loginId: string) => Promise<void>
  /** Counts a password check of a signed-in user. */
  countPassword: (loginId: string) => Promise<void>
  clearPasswordAttempts: (loginId: string) => Promise<void>
}

export interface SignInAttempt {
  email: string
  address: string
  device: string
  /** The account has signed in with this device before. */
  isKnownDevice: boolean
}

export interface AttemptRules {
  /** Per account and IP address, or per account and known device. */
  signInsPerSource: number
  signInsPerAccount: number
  signInsPerAddress: number
  signUpsPerAddress: number
  refreshesPerAddress: number
  linksPerAddress: number
  linkMailsPerAccount: number
  linkMailsPerAddress: number
  invitesPerTenant: number
  invitesPerAddressee: number
  codesPerLogin: number
  passwordsPerLogin: number
}

const ATTEMPT_RULES: AttemptRules = {
  signInsPerSource: 10,
  signInsPerAccount: 100,
  signInsPerAddress: 60,
  signUpsPerAddress: 20,
  refreshesPerAddress: 600,
  linksPerAddress: 60,
  linkMailsPerAccount: 5,
  linkMailsPerAddress: 20,
  invitesPerTenant: 100,
  invitesPerAddressee: 5,
  codesPerLogin: 5,
  passwordsPerLogin: 10,
}

const MINUTE = 60

/** Hashed to a fixed length, because the key column is a varchar(255). */
const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Attempts are counted in the database, so that they hold for all processes and survive a restart. */
export function createAttemptLimits(pool: pg.Pool, changed: Partial<AttemptRules>): AttemptLimits {
  const rules = { ...ATTEMPT_RULES, ...changed }
  const limiter = (keyPrefix: string, points: number, seconds: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'directory',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
    })
  const perSource = limiter('sign-in-source', rules.signInsPerSource, 15 * MINUTE)
  const perAccount = limiter('sign-in-account', rules.signInsPerAccount, 15 * MINUTE)
  const perAddress = limiter('sign-in-address', rules.signInsPerAddress, 15 * MINUTE)
  const signUps = limiter('sign-up', rules.signUpsPerAddress, 60 * MINUTE)
  const refreshes = limiter('refresh', rules.refreshesPerAddress, 15 * MINUTE)

  const links = limiter('link', rules.linksPerAddress, 15 * MINUTE)
  const linkMailsPerAccount = limiter('link-mail-account', rules.linkMailsPerAccount, 60 * MINUTE)
  const linkMailsPerAddress = limiter('link-mail-address', rules.linkMailsPerAddress, 60 * MINUTE)
  const invitesPerTenant = limiter('invite-tenant', rules.invitesPerTenant, 60 * MINUTE)
  const invitesPerAddressee = limiter('invite-addressee', rules.invitesPerAddressee, 60 * MINUTE)
  const codes = limiter('code', rules.codesPerLogin, 5 * MINUTE)
  const passwords = limiter('password', rules.passwordsPerLogin, 15 * MINUTE)

  const count = async (counter: RateLimiterPostgres, key: string) => {
    try {
      await counter.consume(keyOf(key))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new AppError('TooManyAttempts', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
    }
  }
  const countAddress = (counter: RateLimiterPostgres, address: string) => count(counter, networkOf(address))
  const isWithin = async (counter: RateLimiterPostgres, key: string) =>
    count(counter, key).then(
      () => true,
      (error) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
  return {
    countSignIn: async ({ email, address, device, isKnownDevice }) => {
      const network = networkOf(address)
      const source = `${email} ${isKnownDevice ? device : network}`
      await count(perAddress, network)
      await count(perSource, source)
      if (!isKnownDevice) await count(perAccount, email)
      return async () => {
        await Promise.all([
          perSource.delete(keyOf(source)),
          perAddress.reward(keyOf(network)),
          ...(isKnownDevice ? [] : [perAccount.reward(keyOf(email))]),
        ])
      }
    },
    clearSignIns: async (email) => void (await perAccount.delete(keyOf(email))),
    countSignUp: (address) => countAddress(signUps, address),
    countRefresh: (address) => countAddress(refreshes, address),
    countLink: (address) => countAddress(links, address),
    countLinkMail: async (email, address) => {
      await countAddress(linkMailsPerAddress, address)
      await count(linkMailsPerAccount, email)
    },
    allowsLinkMail: async (email, address) => {
      await countAddress(linkMailsPerAddress, address)
      return isWithin(linkMailsPerAccount, email)
    },
    countInvite: async (tenantId, email) => {
      await count(invitesPerTenant, tenantId)
      await count(invitesPerAddressee, `${tenantId} ${email}`)
    },
    countCode: (loginId) => count(codes, loginId),
    clearCodeAttempts: async (loginId) => void (await codes.delete(keyOf(loginId))),
    countPassword: (loginId) => count(passwords, loginId),
    clearPasswordAttempts: async (loginId) => void (await passwords.delete(keyOf(loginId))),
  }
}
