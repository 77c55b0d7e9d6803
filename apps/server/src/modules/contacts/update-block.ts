import type { Contact } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { blockNumber } from '../changes/index.ts'
import { accessContact } from './access.ts'
import type { ContactDeps } from './deps.ts'
import { recordContactUpdated } from './record-contact-updated.ts'

/** Blocks the number of a contact for the whole business, or lifts the block, also without a conversation. */
export async function updateBlock(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, isBlocked }: { id: string; isBlocked: boolean },
): Promise<Contact> {
  const { phone } = await accessContact(tx, actor, id)
  if (await blockNumber(deps, tx, actor, { phone, isBlocked })) await recordContactUpdated(tx, actor, id)
  return accessContact(tx, actor, id)
}
