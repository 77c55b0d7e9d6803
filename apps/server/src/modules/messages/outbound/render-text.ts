import { formatPhone, renderTemplate, templateValues } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { findLocationRow } from '../../locations/index.ts'

type Subject = Pick<ConversationRow, 'contactName' | 'contactPhone'>

/** The business, as templates name it. */
export interface Business {
  name: string
  location: Awaited<ReturnType<typeof findLocationRow>>
}

export const findBusinessName = async (tx: TenantTx): Promise<string> =>
  (await tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('name').executeTakeFirstOrThrow()).name

/** Renders a text of the business with the variables of a conversation. */
export const renderFor = async (
  tx: TenantTx,
  { locationId, ...subject }: Subject & Pick<ConversationRow, 'locationId'>,
  template: string,
): Promise<string> =>
  renderText(subject, { name: await findBusinessName(tx), location: await findLocationRow(tx, locationId) }, template)

/** The same with data read before. */
export const renderText = ({ contactName, contactPhone }: Subject, { name, location }: Business, template: string) =>
  renderTemplate(
    template,
    templateValues({ contact: { name: contactName, phone: formatPhone(contactPhone) }, businessName: name, location }),
  ).text
