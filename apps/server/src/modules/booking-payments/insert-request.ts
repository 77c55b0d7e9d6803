import type { PageLanguage } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type BookingRow, formatVisitTime } from '../bookings/index.ts'
import { changeDocument, type DocumentRow, insertBookingRequest, shareLine } from '../payment-documents/index.ts'
import type { Priced } from './terms.ts'
import { PAYMENT_LINES } from './texts.ts'

interface Request {
  contact: { id: string; phone: string }
  kind: 'deposit' | 'price'
  currency: string
  parts: readonly Priced[]
  wording: string
  language: PageLanguage
  isTaxExempt: boolean
  /** False: the invoice number is assigned once it is paid. */
  getsNumber: boolean
}

/** Adds the payment request for the deposit or price of a visit, as sent. */
export async function insertRequest(
  tx: TenantTx,
  author: { userId: string | null },
  { id, locationId, startsAt, timeZone }: Pick<BookingRow, 'id' | 'locationId' | 'startsAt' | 'timeZone'>,
  { contact, kind, currency, parts, wording, language, isTaxExempt, getsNumber }: Request,
): Promise<DocumentRow> {
  const texts = PAYMENT_LINES[language]
  const time = formatVisitTime({ startsAt, timeZone, language })
  const lines = parts.flatMap((part) => {
    if (part.amount === 0) return []
    const isWhole = part.service.paymentKind === 'price'
    const description = isWhole ? `${part.service.name}, ${time}` : texts.deposit(part.service.name, time)
    return [shareLine(description, part.amount, part.priced)]
  })
  const draft = await insertBookingRequest(tx, author, {
    ...{ clientDocumentId: newId(), contact, currency, lines, isTaxExempt, note: wording, dueOn: null },
    booking: { id, locationId, part: kind },
  })
  return changeDocument(tx, author, draft, { stage: 'sent', getsNumber, activity: { kind: 'sent' } })
}
