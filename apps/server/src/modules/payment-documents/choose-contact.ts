import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { insertContacts, recordContactUpdated } from '../contact-rows/index.ts'
import { accessContact, requireContactPhone } from '../contacts/index.ts'
import { seesNumber } from '../visibility/index.ts'

interface Choice {
  contactID?: string | undefined
  contact?: { name: string; phone: string } | undefined
}

/** The contact of a document: one the actor sees, or the one with a number, who is added if there is none. */
export async function chooseContact(
  tx: TenantTx,
  actor: Actor,
  { contactID, contact }: Choice,
  locationId: string,
): Promise<{ id: string; phone: string; taxExemption: string | null }> {
  if (contactID !== undefined) return accessContact(tx, actor, contactID)
  if (!contact) throw invalidInput('contact', 'Choose a contact, or enter a name and number')
  const phone = requireContactPhone(contact)
  // A document of a hidden contact would be hidden from those who made it.
  if (!(await seesNumber(tx, actor, phone))) throw new AppError('ContactRestricted')
  const [added] = await insertContacts(tx, [{ name: contact.name, phone }], {
    locationId,
    source: 'user',
    addedBy: actor.userId,
    at: tx.now(),
  })
  if (added !== undefined) await recordContactUpdated(tx, actor, added)
  return tx
    .selectFrom('contacts as r')
    .innerJoin('contacts as t', (join) =>
      join
        .on('t.tenantId', '=', tx.tenantId)
        .on(({ eb, ref, fn }) => eb(ref('t.id'), '=', fn.coalesce('r.mainId', 'r.id'))),
    )
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.phone', '=', phone)
    .select(['t.id', 't.phone', 't.taxExemption'])
    .executeTakeFirstOrThrow()
}
