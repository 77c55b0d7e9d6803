import { sql } from 'kysely'
import type { ContactFollower, LocationFollower } from '../../platform/module.ts'

/**
 * Documents and credit of a location that is removed belong to the other one. Days that have passed stay as they were.
 */
export const moveDocuments: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('paymentDocuments')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
  await tx
    .updateTable('paymentTotals')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
  await sql`
    with gone as (
      delete from payment_credits o where o.tenant_id = ${tx.tenantId} and o.location_id = ${from}
      returning o.contact_id, o.currency, o.amount
    )
    insert into payment_credits (tenant_id, contact_id, currency, location_id, amount)
    select ${tx.tenantId}::uuid, g.contact_id, g.currency, ${to}::uuid, g.amount from gone g order by g.contact_id, g.currency
    on conflict (tenant_id, contact_id, currency, location_id)
    do update set amount = payment_credits.amount + excluded.amount`.execute(tx)
}

/** Documents and credit of a number that leaves its contact stay with the contact. */
export const moveToContact: ContactFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('paymentDocuments')
    .set({ contactId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('contactId', '=', from)
    .execute()
  // One statement: if the credit is used concurrently, the remaining amount is deleted here and moved.
  await sql`
    with gone as (
      delete from payment_credits o where o.tenant_id = ${tx.tenantId} and o.contact_id = ${from}
      returning o.currency, o.location_id, o.amount
    )
    insert into payment_credits (tenant_id, contact_id, currency, location_id, amount)
    select ${tx.tenantId}::uuid, ${to}::uuid, g.currency, g.location_id, g.amount from gone g order by g.currency, g.location_id
    on conflict (tenant_id, contact_id, currency, location_id)
    do update set amount = payment_credits.amount + excluded.amount`.execute(tx)
}
