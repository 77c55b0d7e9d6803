import type { Contact } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockConversationsOfNumber, startChange } from '../changes/index.ts'
import { setStatusWhere } from '../contact-rows/index.ts'
import { findStatus, statusChange } from '../contact-statuses/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'
import { accessContact } from './access.ts'
import type { ContactDeps } from './deps.ts'
import { recordContactUpdated } from './record-contact-updated.ts'

/** Sets the status of a contact, and of all its conversations that the actor may see. */
export async function updateStatus(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, statusKey }: { id: string; statusKey: string | null },
): Promise<Contact> {
  const contact = await accessContact(tx, actor, id)
  const status = statusKey === null ? null : await findStatus(tx, statusKey)
  if (status === undefined) throw new AppError('ContactStatusUnknown')
  await lockConversationsOfNumber(tx, contact.phone)
  const rows = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(isThreadOf(tx, sql`${contact.phone}`))
    .where(isVisible(actor, 'c'))
    .orderBy('c.id')
    .select('c.id')
    .execute()
  const ids = rows.map((row) => row.id)
  await statusChange.apply(startChange(deps, tx, { by: actor }), ids, { status })
  await setStatusWhere(tx, sql`t.id = ${id}`, statusKey)
  await recordContactUpdated(tx, actor, id)
  return accessContact(tx, actor, id)
}
