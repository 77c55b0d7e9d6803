import type { DocumentLine } from '@frontdesk/contract/api'
import {
  allocate,
  type Components,
  chargedShareOf,
  type DocumentPart,
  isCounted,
  PAGE_LANGUAGES,
  type Share,
  sumOf,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { invalidInput } from '../../../platform/paging.ts'
import { findLocationRow } from '../../locations/index.ts'
import { readPaymentConfigs } from '../../payment-configs/index.ts'
import { findContactOf } from '../access.ts'
import { changeDocument, type PaymentAuthor } from '../change-document.ts'
import { type DocumentContent, datesOf, todayIn } from '../content.ts'
import { insertDocument } from '../create-document.ts'
import type { DocumentRow } from '../rows.ts'
import { findVersion, listLines } from '../versions.ts'
import { contentOfLines, partLine } from './part-content.ts'
import { PART_TEXTS } from './part-texts.ts'
import { findApproved, findApprovedFiles, findRequestedParts, findUnrequested } from './parts.ts'

/** The part of an estimate that is left to request. */
async function findLeft(tx: TenantTx, estimate: DocumentRow) {
  const { netAmount, taxes, requests } = await findUnrequested(tx, estimate)
  const left: Components = { netAmount, taxAmounts: taxes.map(({ amount }) => amount), tipAmount: 0 }
  const { note, terms, isTaxExempt } = await findVersion(tx, estimate)
  return {
    left,
    leftAmount: netAmount + sumOf(left.taxAmounts),
    taxes,
    requests,
    texts: { note, terms, isTaxExempt, fileIds: await findApprovedFiles(tx, estimate) },
  }
}

type Left = Awaited<ReturnType<typeof findLeft>>

const partContent = (description: string, taken: Components, { taxes, texts }: Left): DocumentContent =>
  contentOfLines(
    [partLine(description, taken, taxes)],
    taxes.map((tax, index) => ({ ...tax, amount: taken.taxAmounts[index] ?? 0 })),
    texts,
  )

interface NewPart {
  clientDocumentId: string
  part: DocumentPart
  content: DocumentContent
  dueOn: string | null
  hasDefaultDate: boolean
}

const insertPart = (tx: TenantTx, author: PaymentAuthor, estimate: DocumentRow, { part, ...columns }: NewPart) =>
  insertDocument(tx, author, {
    ...columns,
    ...{ kind: 'request', locationId: estimate.locationId, currency: estimate.currency, validUntil: null },
    contact: { id: estimate.contactId, phone: estimate.contactPhone },
    parent: { id: estimate.id, part },
  })

const dueDateOf = async (tx: TenantTx, { locationId }: DocumentRow, dueOn?: string | null) => {
  const location = await findLocationRow(tx, locationId)
  const dates = datesOf('request', { dueOn }, await readPaymentConfigs(tx), todayIn(tx, location))
  return { dueOn: dates.dueOn, hasDefaultDate: dates.hasDefaultDate }
}

/** In the language of the contact. */
async function textsFor(tx: TenantTx, estimate: DocumentRow) {
  const contact = await findContactOf(tx, estimate)
  return PART_TEXTS[PAGE_LANGUAGES.find((each) => each === contact?.language) ?? 'en']
}

/** Requests a share of an estimate as a deposit, not more than is left. */
async function requestShare(
  tx: TenantTx,
  author: PaymentAuthor,
  estimate: DocumentRow,
  { share, clientDocumentId }: { share: Share; clientDocumentId: string },
): Promise<DocumentRow | null> {
  const left = await findLeft(tx, estimate)
  const amount = Math.min(left.leftAmount, chargedShareOf(Number(estimate.totalAmount), share, estimate.currency))
  if (amount <= 0) return null
  const { taken } = allocate(left.left, amount)
  const content = partContent((await textsFor(tx, estimate)).deposit(estimate.invoiceNumber), taken, left)
  return insertPart(tx, author, estimate, {
    clientDocumentId,
    part: 'deposit',
    content,
    ...(await dueDateOf(tx, estimate)),
  })
}

/**
 * Requests the deposit that an approved estimate asks for, with a number of its own: the contact is about to pay it. A
 * deposit that a teammate requested before takes its place.
 */
export async function issueDeposit(
  tx: TenantTx,
  author: PaymentAuthor,
  estimate: DocumentRow,
): Promise<DocumentRow | null> {
  if ((await findRequestedParts(tx, estimate)).some(({ part }) => part === 'deposit')) return null
  const { deposit } = await findVersion(tx, estimate)
  const request = deposit && (await requestShare(tx, author, estimate, { share: deposit, clientDocumentId: newId() }))
  return request && changeDocument(tx, author, request, { stage: 'sent', activity: { kind: 'sent' } })
}

export async function requestDeposit(
  tx: TenantTx,
  author: PaymentAuthor,
  estimate: DocumentRow,
  options: { share: Share; clientDocumentId: string },
): Promise<DocumentRow[]> {
  const request = await requestShare(tx, author, estimate, options)
  if (!request) throw new AppError('PaymentStatusWrong')
  return [request]
}

/** Requests the rest: every line, less the amounts requested before, with their numbers. */
export async function requestRemainder(
  tx: TenantTx,
  author: PaymentAuthor,
  estimate: DocumentRow,
  { clientDocumentId, dueOn }: { clientDocumentId: string; dueOn?: string | null | undefined },
): Promise<DocumentRow[]> {
  const { leftAmount, taxes, requests, texts: ofEstimate } = await findLeft(tx, estimate)
  const texts = await textsFor(tx, estimate)
  if (leftAmount <= 0) throw new AppError('PaymentStatusWrong')
  const lines: DocumentLine[] = []
  for (const approved of await findApproved(tx, estimate))
    lines.push(...(await listLines(tx, approved)).filter(isCounted))
  const content = contentOfLines(
    [
      ...lines.map(({ description, quantity, unitAmount, discount, taxes: ofLine, ...totals }) => ({
        line: { description, quantity, unitAmount, discount, taxes: ofLine, isOptional: false, isChosen: false },
        totals,
      })),
      ...requests.map(({ request, version }) =>
        partLine(
          texts.requested(request.invoiceNumber || null),
          {
            netAmount: -Number(version.netAmount),
            taxAmounts: version.taxes.map(({ amount }) => -amount),
          },
          version.taxes,
        ),
      ),
    ],
    taxes,
    ofEstimate,
  )
  return [
    await insertPart(tx, author, estimate, {
      ...{ clientDocumentId, part: 'remainder', content, ...(await dueDateOf(tx, estimate, dueOn)) },
    }),
  ]
}

/** Requests the remainder in installments, which must add up to it exactly. */
export async function requestInstallments(
  tx: TenantTx,
  author: PaymentAuthor,
  estimate: DocumentRow,
  { clientDocumentId, installments }: { clientDocumentId: string; installments: { dueOn: string; amount: number }[] },
): Promise<DocumentRow[]> {
  const left = await findLeft(tx, estimate)
  if (left.leftAmount <= 0) throw new AppError('PaymentStatusWrong')
  if (sumOf(installments.map(({ amount }) => amount)) !== left.leftAmount)
    throw invalidInput('part.installments', `Together they must be ${left.leftAmount}`)
  const texts = await textsFor(tx, estimate)
  let rest = left.left
  const requests: DocumentRow[] = []
  for (const [index, { dueOn, amount }] of installments.entries()) {
    const step = allocate(rest, amount)
    rest = step.left
    const description = texts.installment(index + 1, installments.length, estimate.invoiceNumber)
    const content = partContent(description, step.taken, left)
    const id = index === 0 ? clientDocumentId : newId()
    const columns = { clientDocumentId: id, part: 'installment' as const, content, dueOn, hasDefaultDate: false }
    requests.push(await insertPart(tx, author, estimate, columns))
  }
  return requests
}
