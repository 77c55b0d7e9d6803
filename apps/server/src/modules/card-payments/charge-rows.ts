import { sql } from 'kysely'
import { idsOf, type TenantTx, textsOf } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { RemotePayment } from '../payment-accounts/index.ts'

export type ChargeRow = Row<'paymentCharges'>
export type PaymentRow = Row<'payments'>

const UNSETTLED = ['processing', 'unknown'] as const

/** Whether a payment of a document has begun and is not settled. */
export const hasUnsettled = async (tx: TenantTx, documentId: string, exceptId?: string): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', documentId)
    .where('state', 'in', UNSETTLED)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .select('id')
    .executeTakeFirst()) !== undefined

/** Those of some documents for which that is so. */
export async function findUnsettled(tx: TenantTx, documentIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('payments')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`document_id = any(${idsOf(documentIds)})`)
    .where('state', 'in', UNSETTLED)
    .select('documentId')
    .execute()
  return new Set(rows.map(({ documentId }) => documentId))
}

export const findPaymentRows = (tx: TenantTx, ids: readonly string[]): Promise<PaymentRow[]> =>
  tx
    .selectFrom('payments')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${idsOf(ids)})`)
    .selectAll()
    .execute()

export const findPaymentRow = (tx: TenantTx, id: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payments').where('tenantId', '=', tx.tenantId).where('id', '=', id).selectAll().executeTakeFirst()

export const findCharge = (tx: TenantTx, paymentId: string): Promise<ChargeRow | undefined> =>
  tx
    .selectFrom('paymentCharges')
    .where('tenantId', '=', tx.tenantId)
    .where('paymentId', '=', paymentId)
    .selectAll()
    .executeTakeFirst()

export const findCharges = (tx: TenantTx, paymentIds: readonly string[]): Promise<ChargeRow[]> =>
  tx
    .selectFrom('paymentCharges')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`payment_id = any(${idsOf(paymentIds)})`)
    .selectAll()
    .execute()

/** The payment that an intent of the provider is. */
export const findPaymentOfIntent = (tx: TenantTx, intentId: string) =>
  tx
    .selectFrom('paymentCharges as k')
    .innerJoin('payments as p', (join) => join.on('p.tenantId', '=', tx.tenantId).onRef('p.id', '=', 'k.paymentId'))
    .where('k.tenantId', '=', tx.tenantId)
    .where('k.intentId', '=', intentId)
    .select(['p.id', 'p.documentId'])
    .executeTakeFirst()

/** Locks the documents of payments in the order of their ids: those that were read, and those of intents. */
export async function lockDocumentsOf(
  tx: TenantTx,
  { payments, intentIds }: { payments: readonly Pick<RemotePayment, 'reference'>[]; intentIds: readonly string[] },
): Promise<void> {
  const rowIds = idsOf(payments.map(({ reference: { rowId } }) => rowId).filter(isUuid))
  await sql`
    select from payment_documents where tenant_id = ${tx.tenantId} and id in (
      select document_id from payment_checkouts where tenant_id = ${tx.tenantId} and id = any(${rowIds})
      union all
      select document_id from payments where tenant_id = ${tx.tenantId} and id = any(${rowIds})
      union all
      select p.document_id from payment_charges k join payments p on p.tenant_id = ${tx.tenantId} and p.id = k.payment_id
      where k.tenant_id = ${tx.tenantId} and k.intent_id = any(${textsOf(intentIds)})
    )
    order by id for no key update`.execute(tx)
}

export async function setPayment(
  tx: TenantTx,
  id: string,
  set: Partial<Pick<PaymentRow, 'state' | 'method'>> & { amount?: number; tipAmount?: number },
): Promise<void> {
  await tx.updateTable('payments').set(set).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
}

/** The provider’s response was lost. Its event may have been faster, and says more. */
export async function markUnknown(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ state: 'unknown' })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paymentCharges')
            .where('tenantId', '=', tx.tenantId)
            .where('paymentId', '=', id)
            .where('intentId', 'is not', null)
            .select('paymentId'),
        ),
      ),
    )
    .execute()
}

export async function setCharge(
  tx: TenantTx,
  paymentId: string,
  set: Partial<Omit<ChargeRow, 'tenantId' | 'paymentId' | 'feeAmount'>> & { feeAmount?: number },
): Promise<ChargeRow> {
  return tx
    .insertInto('paymentCharges')
    .values({ tenantId: tx.tenantId, paymentId, ...set })
    .onConflict((conflict) => conflict.columns(['tenantId', 'paymentId']).doUpdateSet(set))
    .returningAll()
    .executeTakeFirstOrThrow()
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Compares ids that may come from the provider’s metadata. */
export const isUuid = (text: string | null): text is string => text !== null && UUID.test(text)
