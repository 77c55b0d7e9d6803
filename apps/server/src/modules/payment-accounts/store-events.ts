import type { BatchStatement } from '../../platform/database/database.ts'
import { paymentObjectReported } from './events.ts'
import type { EventSubject } from './payment-provider.ts'

/** An event of the provider as a parameter of the statement. */
export interface PaymentEventRow {
  event_id: string
  type: string
  kind: EventSubject
  object_id: string
  created_at: string
  received_at: string
}

/**
 * Stores events of any number of businesses, each once, and records that their objects are to be read. Returns no row
 * for an event that was stored before. Inserts them in the order of their keys, so that two batches cannot deadlock.
 */
export const STORE_PAYMENT_EVENTS: BatchStatement = {
  name: 'store-payment-events',
  text: `
  with received as materialized (
    select distinct on (r.tenant_id, r.event_id) r.*
    from jsonb_to_recordset($1::jsonb) as r (
      position int, tenant_id uuid, event_id text, type text, kind text, object_id text, created_at timestamptz, received_at timestamptz
    )
    order by r.tenant_id, r.event_id, r.position
  ), stored as (
    insert into payment_events (tenant_id, event_id, type, object_id, created_at, received_at)
    select r.tenant_id, r.event_id, r.type, r.object_id, r.created_at, r.received_at from received r
    order by r.tenant_id, r.event_id
    on conflict do nothing
    returning tenant_id, event_id
  ), reported as (
    insert into events (tenant_id, type, data, created_at)
    select r.tenant_id, '${paymentObjectReported.type}', jsonb_build_object('kind', r.kind, 'objectID', r.object_id), r.received_at
    from stored s join received r on r.tenant_id = s.tenant_id and r.event_id = s.event_id
    order by r.position
  )
  select r.position from stored s join received r on r.tenant_id = s.tenant_id and r.event_id = s.event_id`,
}
