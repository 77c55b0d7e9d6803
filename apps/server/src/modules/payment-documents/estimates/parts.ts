import type { RelatedDocument } from '@frontdesk/contract/api'
import { sumOf, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { findDocumentById } from '../access.ts'
import { managedKinds } from '../managed-kinds.ts'
import { type DocumentRow, dueAmountOf } from '../rows.ts'
import { findVersion } from '../versions.ts'

/** Parts that ask for nothing. */
const ENDED: readonly string[] = ['cancelled', 'replaced', 'declined', 'expired']

/** The parts of a document, oldest first. */
export const findParts = (tx: TenantTx, { id }: Pick<DocumentRow, 'id'>): Promise<DocumentRow[]> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('parentId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .selectAll()
    .execute()

/** Requests for parts of an estimate that were not cancelled. */
export const findRequestedParts = async (tx: TenantTx, estimate: Pick<DocumentRow, 'id'>): Promise<DocumentRow[]> =>
  (await findParts(tx, estimate)).filter(({ kind, stage }) => kind === 'request' && !ENDED.includes(stage))

/** The parts of a document that did not end. */
export const findLiveParts = async (tx: TenantTx, document: Pick<DocumentRow, 'id'>): Promise<DocumentRow[]> =>
  (await findParts(tx, document)).filter(({ stage }) => !ENDED.includes(stage))

export const hasLiveParts = async (tx: TenantTx, document: Pick<DocumentRow, 'id'>): Promise<boolean> =>
  (await findLiveParts(tx, document)).length > 0

/** The estimate itself and its approved change orders. */
export const findApproved = async (tx: TenantTx, estimate: DocumentRow): Promise<DocumentRow[]> => [
  estimate,
  ...(await findParts(tx, estimate)).filter(({ part, stage }) => part === 'change-order' && stage === 'approved'),
]

const findApprovedVersions = async (tx: TenantTx, estimate: DocumentRow) =>
  Promise.all((await findApproved(tx, estimate)).map((each) => findVersion(tx, each)))

/** The files of an estimate and of its approved change orders. */
export const findApprovedFiles = async (tx: TenantTx, estimate: DocumentRow): Promise<string[]> =>
  (await findApprovedVersions(tx, estimate)).flatMap(({ fileIds }) => fileIds)

/** The document that another one is a part of, and its parts, of the kinds that the viewer manages. */
export async function findRelated(tx: TenantTx, viewer: Viewer, document: DocumentRow): Promise<RelatedDocument[]> {
  const parent =
    document.parentId === null
      ? []
      : await tx
          .selectFrom('paymentDocuments')
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', document.parentId)
          .selectAll()
          .execute()
  const related = [...parent, ...(await findParts(tx, document))]
  return related
    .filter(({ kind }) => managedKinds(viewer).includes(kind))
    .map((row) => ({
      ...{ id: row.id, kind: row.kind, part: row.part, status: row.status, invoiceNumber: row.invoiceNumber },
      ...{ totalAmount: Number(row.totalAmount), dueAmount: dueAmountOf(row), dueOn: row.dueOn },
    }))
}

/** Approved amounts that were not requested yet: the net amount, and each tax. */
export async function findUnrequested(tx: TenantTx, estimate: DocumentRow) {
  const approved = await findApprovedVersions(tx, estimate)
  const requests = await findRequestedParts(tx, estimate)
  const requested = await Promise.all(requests.map((each) => findVersion(tx, each)))
  const taxes = new Map<string, (typeof approved)[number]['taxes'][number]>()
  for (const [sign, versions] of [[1, approved] as const, [-1, requested] as const])
    for (const { taxes: ofVersion } of versions)
      for (const tax of ofVersion)
        taxes.set(tax.id, {
          ...(taxes.get(tax.id) ?? tax),
          amount: (taxes.get(tax.id)?.amount ?? 0) + sign * tax.amount,
        })
  const net = (versions: typeof approved) => sumOf(versions.map(({ netAmount }) => Number(netAmount)))
  return {
    netAmount: net(approved) - net(requested),
    taxes: [...taxes.values()],
    requests: requests.map((request, index) => ({ request, version: requested[index] as (typeof requested)[number] })),
  }
}

/** Whether everything that was requested for an estimate is still approved without one of its change orders. */
export async function isCoveredWithout(tx: TenantTx, order: DocumentRow): Promise<boolean> {
  if (order.part !== 'change-order' || order.stage !== 'approved' || order.parentId === null) return true
  const estimate = await findDocumentById(tx, order.parentId)
  if (!estimate) return true
  const left = await findUnrequested(tx, estimate)
  const { netAmount, taxes } = await findVersion(tx, order)
  const taxAmountOf = (id: string): number => taxes.find((tax) => tax.id === id)?.amount ?? 0
  return left.netAmount >= Number(netAmount) && left.taxes.every(({ id, amount }) => amount >= taxAmountOf(id))
}

/** Locks the change orders of a locked estimate, so that none is cancelled or changed while it is requested. */
export async function lockChangeOrders(tx: TenantTx, { id }: Pick<DocumentRow, 'id'>): Promise<void> {
  await tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('parentId', '=', id)
    .where('part', '=', 'change-order')
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}
