import { ContactCriteria, DocumentCriteria } from '@frontdesk/contract/api'
import { isPaymentChange, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { matchingContacts } from '../contact-list/index.ts'
import { ContactBulkInput } from '../contacts/index.ts'
import { matchingDocuments } from '../payment-documents/index.ts'
import type { BulkRow } from './queries.ts'

/** Items per statement. */
const BATCH = 1000
/** Before every id. */
export const NOTHING_COLLECTED = '00000000-0000-0000-0000-000000000000'

/** Stores the conversations or contacts that a query selects. */
export async function storeItems(tx: TenantTx, row: BulkRow, which: RawBuilder<unknown>): Promise<BulkRow> {
  const { numAffectedRows } = await sql`
    insert into bulk_action_items (tenant_id, bulk_action_id, item_id)
    select ${tx.tenantId}::uuid, ${row.id}::uuid, w.id from (${which}) w`.execute(tx)
  return updateItems(tx, row, { total: row.total + Number(numAffectedRows ?? 0) })
}

/**
 * Stores the next contacts or documents that match, or the next items that the undone action changed, in the order of
 * their ids. An action changes nothing before all are stored, so its changes do not decide who matches.
 */
export async function collectItems(tx: TenantTx, viewer: Viewer, row: BulkRow): Promise<BulkRow> {
  const after = row.collectedAfter
  if (after === null) return row
  const which =
    row.change === 'change-labels'
      ? contactsWithLabels(tx, Object.keys(ContactBulkInput.parse(row.input).labelNames ?? {}), after)
      : isPaymentChange(row.change)
        ? await matchingDocuments(tx, viewer, DocumentCriteria.parse(row.criteria), BATCH, after)
        : row.undoOf === null
          ? await matchingContacts(tx, viewer, ContactCriteria.parse(row.criteria), BATCH, after)
          : sql`
        select i.item_id as id from bulk_action_items i
        where i.tenant_id = ${tx.tenantId} and i.bulk_action_id = ${row.undoOf} and i.item_id > ${after} and i.before is not null
        order by i.item_id limit ${BATCH}`
  const stored = await storeItems(tx, row, which)
  if (stored.total - row.total < BATCH) return updateItems(tx, stored, { collectedAfter: null })
  const { last } = await tx
    .selectFrom(({ selectFrom }) =>
      selectFrom('bulkActionItems')
        .where('tenantId', '=', tx.tenantId)
        .where('bulkActionId', '=', row.id)
        .orderBy('itemId', 'desc')
        .limit(1)
        .select('itemId')
        .as('i'),
    )
    .select('i.itemId as last')
    .executeTakeFirstOrThrow()
  return updateItems(tx, stored, { collectedAfter: last })
}

/** SQL: the next contacts of the business that have one of these labels. */
const contactsWithLabels = (tx: TenantTx, labels: string[], after: string) => sql`
  select t.id from contacts t
  where t.tenant_id = ${tx.tenantId} and t.main_id is null and t.labels && ${labels}::text[] and t.id > ${after}
  order by t.id limit ${BATCH}`

const updateItems = (
  tx: TenantTx,
  { id }: BulkRow,
  values: Partial<Pick<BulkRow, 'total' | 'collectedAfter'>>,
): Promise<BulkRow> =>
  tx
    .updateTable('bulkActions')
    .set(values)
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
