import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { recordImportedOptIns, voidImportedOptIns } from '../messaging/index.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { seesAllOfContact } from '../visibility/index.ts'
import { joinContact } from './join-contact.ts'
import type { ImportRow } from './rows.ts'

interface Range {
  after: number
  upTo: number
}

/**
 * Records the consent that a teammate stated for the import, for the contacts of a range of rows that were added or
 * updated. Like any opt-in for all our numbers it requires access to all conversations with the contact. With a column
 * of dates, a row without one states nothing.
 */
export async function recordStatedConsent(
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  { after, upTo }: Range,
): Promise<{ recorded: number; optedOut: number }> {
  if (row.consentWording === null) return { recorded: 0, optedOut: 0 }
  const people = sql`
    select r.n, ${contactPhones()} as phones, r.consented_on as agreed_on from contact_import_rows r
    ${joinContact(tx, sql`n.id = r.contact_id`)}
    where r.tenant_id = ${tx.tenantId} and r.import_id = ${row.id} and r.n > ${after} and r.n <= ${upTo}
      and r.outcome in ('new', 'update') and ${seesAllOfContact(tx, person)}
      and (r.consented_on is not null or ${!row.mapping.includes('consentedOn')})`
  const { id: importId, consentWording: wording } = row
  return recordImportedOptIns(tx, people, { importId, wording, recordedBy: person.userId, at: tx.now() })
}

/** Records that the consent of a range of rows no longer counts, because the import is undone. */
export async function voidStatedConsent(tx: TenantTx, row: ImportRow, person: Person, range: Range): Promise<void> {
  if (row.consentWording === null) return
  await voidImportedOptIns(tx, range, { importId: row.id, recordedBy: person.userId, at: tx.now() })
}
