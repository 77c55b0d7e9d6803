import type { DocumentKind, DocumentOrder } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { type Api, type ApiRequest, inTransaction, type RequestContext } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import type { SendDeps } from '../messages/index.ts'
import { createDocument } from './create-document.ts'
import { readCriteria, readPageSize } from './criteria.ts'
import { acceptLate } from './estimates/accept-late.ts'
import { addChangeOrder } from './estimates/add-change-order.ts'
import { convertEstimate } from './estimates/convert-estimate.ts'
import { exportPayments } from './export-payments.ts'
import { getBalance } from './get-balance.ts'
import { getDetail } from './get-detail.ts'
import { getLink } from './get-link.ts'
import { listDocuments, sumDocuments } from './list-documents.ts'
import { mailDocument } from './mails/mail-document.ts'
import { managedKinds } from './managed-kinds.ts'
import { markAsPaid } from './mark-as-paid.ts'
import { decideRefund, refundDocument } from './refund.ts'
import { updateDocument } from './update-document.ts'
import { deleteDocument, updateStatus } from './update-status.ts'

/**
 * Unique keys of client ids. The second of two concurrent requests violates one, and is retried to return the first
 * one’s row.
 */
const CLIENT_IDS = [
  'payment_documents_client_id',
  'payments_client_id',
  'payment_refunds_client_id',
  'payment_refund_requests_pkey',
]
const isRepeated = (error: unknown): boolean => CLIENT_IDS.some((constraint) => violates(error, constraint))

type PaymentDeps = SendDeps & Needs<'secrets' | 'publicUrl'>

type ListInput = Parameters<typeof readCriteria>[0] & {
  orderBy: DocumentOrder
  orderByDesc: 'true' | 'false'
  pageNumber?: string | undefined
  pageSize?: string | undefined
  cursor?: string | undefined
}

async function list(
  services: Needs<'secrets'>,
  tx: TenantTx,
  actor: Actor,
  { kinds, input }: { kinds: readonly DocumentKind[]; input: ListInput },
) {
  const { payments, paging } = await listDocuments(services, tx, actor, {
    criteria: readCriteria(input),
    kinds,
    orderBy: input.orderBy,
    isDescending: input.orderByDesc === 'true',
    pageNumber: Number(input.pageNumber ?? 1),
    pageSize: readPageSize(input.pageSize),
    cursor: input.cursor,
  })
  return { ...wrap({ payments }), paging }
}

const ESTIMATES: readonly DocumentKind[] = ['estimate']

function createRunner(services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  const repeatable =
    <Input, Output>(work: (tx: TenantTx, request: ApiRequest<Input>) => Promise<Output>) =>
    (request: { context: RequestContext; input: Input }): Promise<Output> => {
      const run = transaction(work)
      return run(request).catch((error: unknown) => {
        if (!isRepeated(error)) throw error
        return run(request).catch((again: unknown) => {
          // The retry fails too if the id belongs to a row of another kind or document.
          throw isRepeated(again) ? new AppError('ClientPaymentIdReused') : again
        })
      })
    }
  return { transaction, repeatable }
}

export function paymentRequestRoutes(api: Api, services: PaymentDeps) {
  const { transaction, repeatable } = createRunner(services)
  const { paymentRequests } = api
  const kind = 'request' as const
  return {
    get: paymentRequests.get.handler(
      transaction(async (tx, { actor, input: { id } }) =>
        wrap(await getDetail(tx, actor, { id, kind: managedKinds(actor) })),
      ),
    ),
    getLink: paymentRequests.getLink.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getLink(services, tx, actor, { id, kind }))),
    ),
    getList: paymentRequests.getList.handler(
      transaction((tx, { actor, input }) => list(services, tx, actor, { kinds: managedKinds(actor), input })),
    ),
    getTotals: paymentRequests.getTotals.handler(
      transaction(async (tx, { actor, input }) =>
        wrap({ totals: await sumDocuments(tx, actor, readCriteria(input), managedKinds(actor)) }),
      ),
    ),
    create: paymentRequests.create.handler(
      repeatable(async (tx, { actor, input }) => wrap(await createDocument(tx, actor, kind, input))),
    ),
    update: paymentRequests.update.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateDocument(tx, actor, kind, input))),
    ),
    sendByEmail: paymentRequests.sendByEmail.handler(
      transaction(async (tx, { actor, input }) => wrap(await mailDocument(services, tx, actor, { ...input, kind }))),
    ),
    delete: paymentRequests.delete.handler(
      transaction(async (tx, { actor, input: { id } }) =>
        wrap(await deleteDocument(services, tx, actor, { id, kind })),
      ),
    ),
    markAsPaid: paymentRequests.markAsPaid.handler(
      repeatable(async (tx, { actor, input }) => wrap(await markAsPaid(services, tx, actor, input))),
    ),
    updateStatus: paymentRequests.updateStatus.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateStatus(services, tx, actor, { ...input, kind }))),
    ),
    refund: paymentRequests.refund.handler(
      repeatable(async (tx, { actor, input }) => wrap(await refundDocument(services, tx, actor, input))),
    ),
    decideRefund: paymentRequests.decideRefund.handler(
      transaction(async (tx, { actor, input }) => wrap(await decideRefund(services, tx, actor, input))),
    ),
    getBalance: paymentRequests.getBalance.handler(
      transaction(async (tx, { actor, input }) => wrap({ balances: await getBalance(tx, actor, input.contactID) })),
    ),
    export: paymentRequests.export.handler(
      transaction(async (tx, { actor, input }) => wrap({ url: await exportPayments(services, tx, actor, input) })),
    ),
  }
}

export function paymentEstimateRoutes(api: Api, services: PaymentDeps) {
  const { transaction, repeatable } = createRunner(services)
  const { paymentEstimates } = api
  const kind = 'estimate' as const
  return {
    get: paymentEstimates.get.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getDetail(tx, actor, { id, kind }))),
    ),
    getLink: paymentEstimates.getLink.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getLink(services, tx, actor, { id, kind }))),
    ),
    getList: paymentEstimates.getList.handler(
      transaction((tx, { actor, input }) => list(services, tx, actor, { kinds: ESTIMATES, input })),
    ),
    getTotals: paymentEstimates.getTotals.handler(
      transaction(async (tx, { actor, input }) =>
        wrap({ totals: await sumDocuments(tx, actor, readCriteria(input), ESTIMATES) }),
      ),
    ),
    create: paymentEstimates.create.handler(
      repeatable(async (tx, { actor, input }) => wrap(await createDocument(tx, actor, kind, input))),
    ),
    update: paymentEstimates.update.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateDocument(tx, actor, kind, input))),
    ),
    acceptLate: paymentEstimates.acceptLate.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await acceptLate(services, tx, actor, id))),
    ),
    addChangeOrder: paymentEstimates.addChangeOrder.handler(
      repeatable(async (tx, { actor, input }) => wrap(await addChangeOrder(tx, actor, input))),
    ),
    convert: paymentEstimates.convert.handler(
      repeatable(async (tx, { actor, input }) => wrap(await convertEstimate(services, tx, actor, input))),
    ),
    sendByEmail: paymentEstimates.sendByEmail.handler(
      transaction(async (tx, { actor, input }) => wrap(await mailDocument(services, tx, actor, { ...input, kind }))),
    ),
    delete: paymentEstimates.delete.handler(
      transaction(async (tx, { actor, input: { id } }) =>
        wrap(await deleteDocument(services, tx, actor, { id, kind })),
      ),
    ),
    updateStatus: paymentEstimates.updateStatus.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateStatus(services, tx, actor, { ...input, kind }))),
    ),
  }
}
