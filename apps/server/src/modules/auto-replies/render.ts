import { createHash } from 'node:crypto'
import { formatPhone, renderTemplate, templateValues } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { findLocationRow } from '../locations/index.ts'

/** Renders a text of the business with the variables of a conversation. */
export async function renderFor(
  tx: TenantTx,
  { contactName, contactPhone, locationId }: ConversationRow,
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
      contact: { name: contactName, phone: formatPhone(contactPhone) },
      businessName: name,
      location: await findLocationRow(tx, locationId),
    }),
  ).text
}

/** Derives a UUID of version 8 from a name. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
