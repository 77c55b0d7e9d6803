import { randomBytes } from 'node:crypto'
import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
import type { Account } from '../store/accounts.ts'

/** Explicit `sid` and `authToken` make seeding idempotent. */
export interface NewAccount {
  friendlyName: string
  sid?: string | undefined
  authToken?: string | undefined
}

export function createAccount(context: SandboxContext, { friendlyName, sid, authToken }: NewAccount): Account {
  const account = {
    sid: sid ?? makeSid('AC'),
    authToken: authToken ?? randomBytes(16).toString('hex'),
    friendlyName,
    createdAt: context.now(),
  }
  context.accounts.save(account)
  return account
}
