import { formatPhone, renderTemplate, templateValues } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { findLocationRow } from '../../locations/index.ts'

/** Renders a text of the business with the variables of a conversation. */
export async function renderFor(
  tx: TenantTx,
  { contactName, contactPhone, locationId }: Pick<ConversationRow, 'contactName' | 'contactPhone' | 'locationId'>,
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
