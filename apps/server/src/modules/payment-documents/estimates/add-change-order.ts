import type { PaymentDetail } from '@frontdesk/contract/api'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findLocationRow } from '../../locations/index.ts'
import { readPaymentConfigs } from '../../payment-configs/index.ts'
import { lockDocument } from '../access.ts'
import { type ContentDraft, datesOf, priceContent, todayIn } from '../content.ts'
import { insertDocument, isSameContent } from '../create-document.ts'
import { chooseFiles } from '../document-files.ts'
import { getDetail } from '../get-detail.ts'
import { currencyOf } from '../rows.ts'
import { findParts } from './parts.ts'

/** Adds lines to an estimate that was approved: an estimate of their own, which the contact approves. */
export async function addChangeOrder(
  tx: TenantTx,
  actor: Actor,
  { id, clientDocumentId, ...draft }: ContentDraft & { id: string; clientDocumentId: string },
): Promise<PaymentDetail> {
  const kind = 'estimate'
  const estimate = await lockDocument(tx, actor, { id, kind })
  const repeated = (await findParts(tx, estimate)).find((each) => each.clientDocumentId === clientDocumentId)
  if (repeated) {
    const detail = await getDetail(tx, actor, { id: repeated.id, kind })
    if (!isSameContent(detail, draft)) throw new AppError('ClientPaymentIdReused')
    return detail
  }
  const configs = await readPaymentConfigs(tx)
  // The remainder asks for it.
  const fileIds = await chooseFiles(tx, actor, draft.attachments)
  const content = { ...priceContent(kind, { ...draft, deposit: null }, configs, currencyOf(estimate)), fileIds }
  if ((estimate.stage !== 'approved' && estimate.stage !== 'converted') || estimate.part !== null)
    throw new AppError('PaymentStatusWrong')
  const location = await findLocationRow(tx, estimate.locationId)
  const added = await insertDocument(tx, actor, {
    ...{ kind, clientDocumentId, locationId: location.id, currency: estimate.currency },
    content,
    contact: { id: estimate.contactId, phone: estimate.contactPhone },
    ...datesOf(kind, draft, configs, todayIn(tx, location)),
    parent: { id: estimate.id, part: 'change-order' },
  })
  return getDetail(tx, actor, { id: added.id, kind })
}
