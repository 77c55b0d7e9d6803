import type { Contact } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findContacts } from '../contacts/index.ts'

const SIMILAR_MAX = 3
/** Read before contacts that the actor cannot see are dropped. */
const CANDIDATES_MAX = 50

interface Query {
  name: string
  email?: string | undefined
  locationID?: string | undefined
}

/**
 * Contacts that look like the one being added: with the same email, or the same name of at least two words at its
 * location.
 */
export async function findSimilar(tx: TenantTx, actor: Actor, { name, email, locationID }: Query): Promise<Contact[]> {
  const { rows: sameEmail } = email
    ? await sql<{ ids: string[] | null }>`
      select search.contacts(null, null, ${email}, null, null, ${CANDIDATES_MAX}) as ids`.execute(tx)
    : { rows: [] }
  const sameName = name.trim().includes(' ')
    ? await tx
        .selectFrom('contacts as t')
        .where('t.tenantId', '=', tx.tenantId)
        .where('t.mainId', 'is', null)
        .where(sql<boolean>`t.name_order = name_order(${name}) and position(' ' in t.name_order) > 0`)
        .$if(locationID !== undefined, (query) => query.where('t.locationId', '=', locationID ?? ''))
        .orderBy('t.id')
        .limit(CANDIDATES_MAX)
        .select('t.id')
        .execute()
    : []
  const contacts = await findContacts(tx, actor, [
    ...sameEmail.flatMap(({ ids }) => ids ?? []),
    ...sameName.map(({ id }) => id),
  ])
  return contacts.slice(0, SIMILAR_MAX)
}
