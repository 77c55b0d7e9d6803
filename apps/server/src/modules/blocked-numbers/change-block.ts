import type { BlockedNumber } from '@frontdesk/contract/api'
import { toE164 } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { blockNumber } from '../changes/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { findBlockedNumber } from './queries.ts'

/** Blocks a number, whether or not there is a contact with it. An existing block keeps its author. */
export const block = (deps: ConversationDeps, actor: Actor, phoneNumber: string): Promise<BlockedNumber> =>
  change(deps, actor, phoneNumber, true)

export const unblock = (deps: ConversationDeps, actor: Actor, phoneNumber: string): Promise<null> =>
  change(deps, actor, phoneNumber, false)

function change(deps: ConversationDeps, actor: Actor, phoneNumber: string, isBlocked: true): Promise<BlockedNumber>
function change(deps: ConversationDeps, actor: Actor, phoneNumber: string, isBlocked: false): Promise<null>
function change(
  deps: ConversationDeps,
  actor: Actor,
  phoneNumber: string,
  isBlocked: boolean,
): Promise<BlockedNumber | null> {
  const phone = toE164(phoneNumber)
  if (!phone) throw new AppError('PhoneNumberInvalid')
  return deps.inTenant(actor, async (tx) => {
    await blockNumber(deps, tx, actor, { phone, isBlocked })
    return isBlocked ? findBlockedNumber(tx, actor, phone) : null
  })
}
