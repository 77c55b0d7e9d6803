import type { Contact } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startChange } from '../changes/index.ts'
import { changeContacts, recordContactUpdated } from '../contact-rows/index.ts'
import { findStatus, statusChange } from '../contact-statuses/index.ts'
import { findVisibleConversations } from '../conversations/index.ts'
import { accessContact, lockContact } from './access.ts'
import type { ContactDeps } from './deps.ts'

/** Sets the status of a contact, and of all its conversations that the actor may see. */
export async function updateStatus(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, statusKey }: { id: string; statusKey: string | null },
): Promise<Contact> {
  await accessContact(tx, actor, id)
  const status = statusKey === null ? null : await findStatus(tx, statusKey)
  if (status === undefined) throw new AppError('ContactStatusUnknown')
  const { contact, threads } = await lockContact(tx, actor, id)
  const visible = await findVisibleConversations(tx, actor, threads)
  const run = startChange(deps, tx, { by: actor })
  await statusChange.apply(run, visible, { status })
  await changeContacts(
    tx,
    { userId: actor.userId, at: run.at },
    { set: { statusKey: sql`${statusKey}` }, where: sql`t.id = ${contact.id}` },
  )
  await recordContactUpdated(tx, actor, contact.id)
  return accessContact(tx, actor, id)
}
