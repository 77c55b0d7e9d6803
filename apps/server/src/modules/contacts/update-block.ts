import type { Contact } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { blockNumber } from '../changes/index.ts'
import { accessContact, lockContact } from './access.ts'
import type { ContactDeps } from './deps.ts'

/** Blocks all numbers of a contact for the whole business, or lifts the blocks, also without a conversation. */
export async function updateBlock(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, isBlocked }: { id: string; isBlocked: boolean },
): Promise<Contact> {
  const { contact } = await lockContact(tx, actor, id)
  for (const { phone } of contact.phones) await blockNumber(deps, tx, actor, { phone, isBlocked })
  return accessContact(tx, actor, id)
}
