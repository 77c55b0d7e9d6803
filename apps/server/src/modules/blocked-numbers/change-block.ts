import type { BlockedNumber } from '@frontdesk/contract/api'
import { toE164 } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { blockNumber } from '../changes/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { findBlockedNumber } from './queries.ts'

/** Blocks a number, whether or not there is a contact with it. An existing block keeps its author. */
export async function block(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  phoneNumber: string,
): Promise<BlockedNumber> {
  const phone = readPhoneNumber(phoneNumber)
  await blockNumber(deps, tx, actor, { phone, isBlocked: true })
  return findBlockedNumber(tx, actor, phone)
}

export async function unblock(deps: ConversationDeps, tx: TenantTx, actor: Actor, phoneNumber: string): Promise<null> {
  await blockNumber(deps, tx, actor, { phone: readPhoneNumber(phoneNumber), isBlocked: false })
  return null
}

function readPhoneNumber(phoneNumber: string): string {
  const phone = toE164(phoneNumber)
  if (!phone) throw new AppError('PhoneNumberInvalid')
  return phone
}
