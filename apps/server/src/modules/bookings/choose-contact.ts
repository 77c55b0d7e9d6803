import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { invalidInput } from '../../platform/paging.ts'
import { insertContacts, recordContactUpdated } from '../contact-rows/index.ts'
import { accessContact, requireContactPhone } from '../contacts/index.ts'

interface Asked {
  contactID?: string | undefined
  contact?: { name: string; phone: string } | undefined
}

/** The contact that a visit is for: one the actor sees, or the one with a number, who is added if there is none. */
export async function chooseContact(tx: TenantTx, actor: Actor, asked: Asked, locationId: string): Promise<string> {
  if (asked.contactID !== undefined) return (await accessContact(tx, actor, asked.contactID)).id
  if (!asked.contact) throw invalidInput('contact', 'Say who the visit is for')
  const phone = requireContactPhone(asked.contact)
  const { name } = asked.contact
  const [added] = await insertContacts(tx, [{ name, phone }], {
    locationId,
    source: 'user',
    addedBy: actor.userId,
    at: tx.now(),
  })
  if (added !== undefined) {
    await recordContactUpdated(tx, actor, added)
    return added
  }
  const { id } = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.phone', '=', phone)
    .select(({ fn }) => fn.coalesce('t.mainId', 't.id').as('id'))
    .executeTakeFirstOrThrow()
  return id
}
