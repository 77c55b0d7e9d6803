import { isDeepStrictEqual } from 'node:util'
import type { PaymentDetail } from '@frontdesk/contract/api'
import { chargedShareOf, type Share, sumOf } from '@frontdesk/contract/rules'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SendDeps } from '../../messages/index.ts'
import { lockDocument } from '../access.ts'
import { changeDocument } from '../change-document.ts'
import { getDetail } from '../get-detail.ts'
import type { DocumentRow } from '../rows.ts'
import { audit } from '../update-status.ts'
import { isConvertible } from './convertible.ts'
import { ANSWERABLE } from './expire-estimate.job.ts'
import { findParts, findUnrequested, lockChangeOrders } from './parts.ts'
import { requestDeposit, requestInstallments, requestRemainder } from './request-parts.ts'
import { scheduleInstallments } from './schedule-installments.ts'

export type RequestedPart =
  | { kind: 'deposit'; share: Share }
  | { kind: 'remainder'; dueOn?: string | null | undefined }
  | { kind: 'installments'; installments: { dueOn: string; amount: number }[]; sendsOnDates: boolean }

/**
 * Adds payment requests for an estimate, with its lines, note and terms, minus the exact amounts requested before.
 * Requesting a deposit implies that the contact agreed, so the estimate does not expire any more. A repeated request
 * returns what it added the first time.
 */
export async function convertEstimate(
  deps: SendDeps,
  tx: TenantTx,
  actor: Actor,
  { id, clientDocumentId, part }: { id: string; clientDocumentId: string; part: RequestedPart },
): Promise<{ requests: PaymentDetail[] }> {
  const estimate = await lockDocument(tx, actor, { id, kind: 'estimate' })
  const requests = (await findRepeated(tx, estimate, { clientDocumentId, part })) ?? (await request())
  return { requests: await Promise.all(requests.map((each) => getDetail(tx, actor, { id: each.id, kind: 'request' }))) }

  async function request(): Promise<DocumentRow[]> {
    if (!isConvertible(estimate)) throw new AppError('PaymentStatusWrong')
    await lockChangeOrders(tx, estimate)
    const added = await requestPart(tx, actor, estimate, { clientDocumentId, part })
    const stage = part.kind !== 'deposit' ? 'converted' : ANSWERABLE.includes(estimate.stage) ? 'approved' : null
    if (stage) await changeDocument(tx, actor, estimate, { stage, activity: { kind: stage } })
    if (part.kind === 'installments' && part.sendsOnDates) await scheduleInstallments(deps, tx, estimate, added)
    await audit(tx, actor, estimate, 'payment.converted', sumOf(added.map(({ totalAmount }) => Number(totalAmount))))
    return added
  }
}

function requestPart(
  tx: TenantTx,
  actor: Actor,
  estimate: DocumentRow,
  { clientDocumentId, part }: { clientDocumentId: string; part: RequestedPart },
): Promise<DocumentRow[]> {
  switch (part.kind) {
    case 'deposit':
      return requestDeposit(tx, actor, estimate, { clientDocumentId, share: part.share })
    case 'remainder':
      return requestRemainder(tx, actor, estimate, { clientDocumentId, dueOn: part.dueOn })
    case 'installments':
      return requestInstallments(tx, actor, estimate, { clientDocumentId, installments: part.installments })
  }
}

const PART_OF = { deposit: 'deposit', remainder: 'remainder', installments: 'installment' } as const

/** The requests that were added with an id; installments were added together. */
async function findRepeated(
  tx: TenantTx,
  estimate: DocumentRow,
  { clientDocumentId, part }: { clientDocumentId: string; part: RequestedPart },
): Promise<DocumentRow[] | null> {
  const parts = (await findParts(tx, estimate)).filter((each) => each.part === PART_OF[part.kind])
  const at = parts.findIndex((each) => each.clientDocumentId === clientDocumentId)
  const first = parts[at]
  if (!first) return null
  const repeated = parts.slice(at, at + (part.kind === 'installments' ? part.installments.length : 1))
  if (!(await isSame(tx, estimate, { first, repeated, part }))) throw new AppError('ClientPaymentIdReused')
  return repeated
}

/**
 * Whether requests are what a repeated request asks for. Amounts do not change: parts are cancelled and requested
 * again.
 */
async function isSame(
  tx: TenantTx,
  estimate: DocumentRow,
  { first, repeated, part }: { first: DocumentRow; repeated: readonly DocumentRow[]; part: RequestedPart },
): Promise<boolean> {
  switch (part.kind) {
    case 'deposit': {
      const amount = chargedShareOf(Number(estimate.totalAmount), part.share, estimate.currency)
      const depositAmount = Number(first.totalAmount)
      // A deposit that was limited to the remaining amount took all of it.
      return amount === depositAmount || (amount > depositAmount && (await isAllRequested(tx, estimate)))
    }
    case 'remainder':
      return part.dueOn === undefined || part.dueOn === first.dueOn
    case 'installments':
      return isDeepStrictEqual(
        repeated.map(({ dueOn, totalAmount }) => ({ dueOn, amount: Number(totalAmount) })),
        part.installments.map(({ dueOn, amount }) => ({ dueOn, amount })),
      )
  }
}

async function isAllRequested(tx: TenantTx, estimate: DocumentRow): Promise<boolean> {
  const { netAmount, taxes } = await findUnrequested(tx, estimate)
  return netAmount + sumOf(taxes.map(({ amount }) => amount)) === 0
}
