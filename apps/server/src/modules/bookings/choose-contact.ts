import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { invalidInput } from '../../platform/paging.ts'
import { insertContacts, recordContactUpdated } from '../contact-rows/index.ts'
import { accessContact, requireContactPhone } from '../contacts/index.ts'

interface ContactRequest {
  contactID?: string | undefined
  contact?: { name: string; phone: string } | undefined
}

/** The contact that a visit is for: one the actor sees, or the one with a number, who is added if there is none. */
export async function chooseContact(
  tx: TenantTx,
  actor: Actor,
  request: ContactRequest,
  locationId: string,
): Promise<string> {
  if (request.contactID !== undefined) return (await accessContact(tx, actor, request.contactID)).id
  if (!request.contact) throw invalidInput('contact', 'Say who the visit is for')
  const phone = requireContactPhone(request.contact)
  const { name } = request.contact
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
