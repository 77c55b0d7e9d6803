import { createHash } from 'node:crypto'
import type { Conversation } from '@frontdesk/contract/api'
import { formatPhone, renderTemplate, templateValues } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findLocationRow } from '../locations/index.ts'

/** A text of the business, with its variables filled for a conversation. */
export async function renderFor(
  tx: TenantTx,
  { contact, attributes }: Conversation,
  template: string,
): Promise<string> {
  const { name } = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tx.tenantId)
    .select('name')
    .executeTakeFirstOrThrow()
  return renderTemplate(
    template,
    templateValues({
      contact: { name: contact.name, phone: formatPhone(contact.phone) },
      businessName: name,
      location: await findLocationRow(tx, attributes.locationID),
    }),
  ).text
}

/** A UUID of version 8 made of a name. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
