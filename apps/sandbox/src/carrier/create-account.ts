import { randomBytes } from 'node:crypto'
import { makeSid } from '../platform/sid.ts'
import type { World } from '../platform/world.ts'
import type { Account } from '../store/accounts.ts'

/** `sid` and `authToken` may be given, so that a seed that runs twice ends with the same account. */
export interface NewAccount {
  friendlyName: string
  sid?: string | undefined
  authToken?: string | undefined
}

export function createAccount(world: World, { friendlyName, sid, authToken }: NewAccount): Account {
  const account = {
    sid: sid ?? makeSid('AC'),
    authToken: authToken ?? randomBytes(16).toString('hex'),
    friendlyName,
    createdAt: world.now(),
  }
  world.accounts.save(account)
  return account
}
