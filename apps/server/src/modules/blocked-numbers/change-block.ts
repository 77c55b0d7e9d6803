import { type BlockedNumber, toE164 } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { blockNumber, type ConversationDeps } from '../conversations/index.ts'
import { type SettingDeps, tellOfSetting } from '../settings/index.ts'
import { findBlockedNumber } from './queries.ts'

type Deps = ConversationDeps & SettingDeps

/** Blocks a number, known to us or not. One that is blocked already stays so, by whom it was. */
export const block = (deps: Deps, actor: Actor, phoneNumber: string): Promise<BlockedNumber> =>
  change(deps, actor, phoneNumber, true)

export const unblock = (deps: Deps, actor: Actor, phoneNumber: string): Promise<null> =>
  change(deps, actor, phoneNumber, false)

function change(deps: Deps, actor: Actor, phoneNumber: string, isBlocked: true): Promise<BlockedNumber>
function change(deps: Deps, actor: Actor, phoneNumber: string, isBlocked: false): Promise<null>
function change(deps: Deps, actor: Actor, phoneNumber: string, isBlocked: boolean): Promise<BlockedNumber | null> {
  const phone = toE164(phoneNumber)
  if (!phone) throw new AppError('PhoneNumberInvalid')
  return deps.inTenant(actor, async (tx) => {
    if (await blockNumber(deps, tx, actor, { phone, isBlocked }))
      await tellOfSetting(deps, tx, { subject: 'blocked-numbers', actorUserId: actor.userId, at: deps.now() })
    return isBlocked ? findBlockedNumber(tx, phone) : null
  })
}
