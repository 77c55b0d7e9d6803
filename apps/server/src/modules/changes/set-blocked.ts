import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockContactsByPhone } from '../contact-rows/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { blockNumber } from './block-number.ts'

interface Request {
  id: string
  /** Some of the numbers in the conversation; by default all. */
  phoneNumbers?: string[] | undefined
}

/** Blocks numbers of a conversation's contacts for the whole business, or lifts the blocks. */
export async function setBlocked(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, phoneNumbers }: Request,
  isBlocked: boolean,
): Promise<ConversationRow> {
  const { contactPhone, merged } = await accessConversation(tx, actor, id)
  const inThread = new Set([contactPhone, ...(merged ?? []).map((pair) => pair.contactPhone)])
  const phones = new Set(phoneNumbers ?? inThread)
  if (!phones.isSubsetOf(inThread)) throw new AppError('NotMerged')
  await lockContactsByPhone(tx, [...phones])
  for (const phone of phones) await blockNumber(deps, tx, actor, { phone, isBlocked })
  return accessConversation(tx, actor, id)
}
