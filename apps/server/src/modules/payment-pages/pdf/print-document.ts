import type { PaymentStatus } from '@frontdesk/contract/rules'
import { moneyOf, type RefundRow } from '../../payment-documents/index.ts'
import { dateText, linesOf, money, quantityText, receiptTexts, totalsOf } from '../html/parts.ts'
import type { PageContext } from '../html/respond.ts'
import type { DocumentView } from '../read-document.ts'
import type { PrintedDocument } from './draw-pdf.ts'

/** Statuses in which a document can no longer be paid or approved. */
const ENDED: readonly PaymentStatus[] = ['cancelled', 'replaced', 'declined', 'expired']

type Context = Pick<PageContext, 'language' | 'texts'>

/** Title of a document: a paid one is a receipt, and a refunded one says so. */
function printedTitle({ texts }: Context, { document }: DocumentView): string {
  const { kind, invoiceNumber, part } = document
  const { paidAmount, refundedAmount } = moneyOf(document)
  if (kind === 'estimate') return texts.estimate(invoiceNumber)
  if (refundedAmount > 0) return texts.refundReceipt(invoiceNumber)
  if (paidAmount > 0 && paidAmount >= Number(document.totalAmount)) return texts.receipt(invoiceNumber)
  return part === 'deposit' ? texts.depositInvoice(invoiceNumber) : texts.invoice(invoiceNumber)
}

/** A document as it is printed and mailed. */
export function printDocument(context: Context, view: DocumentView): Omit<PrintedDocument, 'logo'> {
  const { texts, language } = context
  const { document, version, location, configs, businessName, contact } = view
  const { sentAt, dueOn, validUntil, currency } = document
  const issuedOn =
    sentAt && Temporal.Instant.from(sentAt).toZonedDateTimeISO(location.timeZone).toPlainDate().toString()
  return {
    size: configs.paperSize,
    language,
    color: view.color,
    title: printedTitle(context, view),
    businessName,
    businessLines: [location.name, location.address, location.phone, configs.businessLines].filter(Boolean),
    facts: [
      contact?.name ?? '',
      issuedOn ? texts.issuedOn(dateText(context, issuedOn)) : '',
      dueOn === null ? '' : texts.dueOn(dateText(context, dueOn)),
      validUntil === null ? '' : texts.validUntil(dateText(context, validUntil)),
      ENDED.includes(document.status) ? texts.statuses[document.status] : '',
      ...receiptTexts(context, view),
    ].filter(Boolean),
    heads: { description: texts.description, quantity: texts.quantity, amount: texts.amount },
    lines: linesOf(view).map(({ description, quantity, grossAmount }) => ({
      description,
      quantity: quantityText(context, quantity),
      amount: money(context, grossAmount, currency),
    })),
    totals: totalsOf(context, view).map(({ label, amount, isStrong }) => ({
      ...{ label, isStrong },
      amount: money(context, amount, currency),
    })),
    sections: [
      ...view.refunds.map((refund) => refundSection(context, view, refund)),
      { title: texts.note, text: version.note },
      { title: texts.terms, text: version.terms },
    ].filter(({ text }) => text !== ''),
  }
}

/** The parts of a refund: lines, tax and tip. */
function refundSection(
  context: Context,
  { document: { currency }, version, lines, location: { timeZone } }: DocumentView,
  { lines: shares, amount, taxAmounts, tipAmount, createdAt }: RefundRow,
): PrintedDocument['sections'][number] {
  const { texts } = context
  const date = Temporal.Instant.from(createdAt).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const part = (label: string, value: number) => texts.refundedPart(label, money(context, value, currency))
  const nets = (shares ?? []).map(({ line, quantity, netAmount }) => {
    const description = lines[line]?.description ?? ''
    return part(quantity === null ? description : `${description} × ${quantityText(context, quantity)}`, netAmount)
  })
  const taxes = version.taxes.flatMap(({ name }, index) => {
    const tax = Number(taxAmounts[index] ?? 0)
    return tax === 0 ? [] : [part(name, tax)]
  })
  return {
    title: texts.refundedOn({ amount: money(context, Number(amount), currency), date: dateText(context, date) }),
    text: [...nets, ...taxes, ...(Number(tipAmount) === 0 ? [] : [part(texts.tip, Number(tipAmount))])].join('\n'),
  }
}
