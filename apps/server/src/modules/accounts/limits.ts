import type pg from 'pg'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/caller-address.ts'
import { createLimits, type Limit } from '../../platform/limits.ts'

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

/** Attempts are counted in the database, so that they hold for all processes and survive a restart. */
export function createAttemptLimits(pool: pg.Pool, changed: Partial<AttemptRules>): AttemptLimits {
  const rules = { ...ATTEMPT_RULES, ...changed }
  const limiter = createLimits(pool)
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

  const countAddress = (limit: Limit, address: string) => limit.count(networkOf(address))
  const isWithin = async (limit: Limit, key: string) =>
    limit.count(key).then(
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
      await perAddress.count(network)
      await perSource.count(source)
      if (!isKnownDevice) await perAccount.count(email)
      return async () => {
        await Promise.all([
          perSource.clear(source),
          perAddress.takeBack(network),
          ...(isKnownDevice ? [] : [perAccount.takeBack(email)]),
        ])
      }
    },
    clearSignIns: async (email) => void (await perAccount.clear(email)),
    countSignUp: (address) => countAddress(signUps, address),
    countRefresh: (address) => countAddress(refreshes, address),
    countLink: (address) => countAddress(links, address),
    countLinkMail: async (email, address) => {
      await countAddress(linkMailsPerAddress, address)
      await linkMailsPerAccount.count(email)
    },
    allowsLinkMail: async (email, address) => {
      await countAddress(linkMailsPerAddress, address)
      return isWithin(linkMailsPerAccount, email)
    },
    countInvite: async (tenantId, email) => {
      await invitesPerTenant.count(tenantId)
      await invitesPerAddressee.count(`${tenantId} ${email}`)
    },
    countCode: (loginId) => codes.count(loginId),
    clearCodeAttempts: async (loginId) => void (await codes.clear(loginId)),
    countPassword: (loginId) => passwords.count(loginId),
    clearPasswordAttempts: async (loginId) => void (await passwords.clear(loginId)),
  }
}
