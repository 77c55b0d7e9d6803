import type {
  ConsentKind,
  ConsentPurpose,
  ConsentSource,
  ImpliedConsentKind,
  SubscriberSource,
} from '@frontdesk/contract/rules'
import { CONSENT_WORDING_MAX, IMPLIED_CONSENT_MONTHS, isImpliedConsent } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { resumeConsentReviews, supersedeConsentReviews, supersedeSuspendedReviews } from './consent-reviews.ts'
import { hasAnyOptedOut } from './opt-outs.ts'
import { addSubscriber, updateSubscriberStates } from './subscribers.ts'

interface ConsentRecord {
  contactPhone: string
  /** Null: all our numbers. */
  tenantPhone: string | null
  kind: ConsentKind
  purpose: ConsentPurpose | 'all'
  source: ConsentSource
  /** The contact's words, or what they agreed to, kept as evidence. */
  wording: string
  messageId?: string | undefined
  /** The record that a `void` withdraws. */
  voidedId?: string | undefined
  pageUrl?: string | undefined
  ipAddress?: string | undefined
  /** The teammate who recorded it. */
  recordedBy?: string | undefined
  /** The day of a purchase or an inquiry. */
  happenedOn?: string | undefined
  /** The opt-in keyword that the person texted. */
  keyword?: string | undefined
  at: string
}

/** How a person joins the subscribers by an opt-in. */
const subscriberSource = ({ source, keyword, recordedBy }: ConsentRecord): SubscriberSource => {
  if (keyword !== undefined) return 'keyword'
  if (source === 'web-page' && recordedBy === undefined) return 'page'
  return source === 'text' || source === 'carrier' ? 'text' : source === 'import' ? 'import' : 'teammate'
}

/** The row of `opt_outs` with the record for all our numbers. */
const ALL_NUMBERS = ''

/**
 * Stores a consent event as evidence and updates the current state, which the send gate reads. After a record is
 * voided, the caller restores the state.
 */
export async function recordConsent(tx: TenantTx, consent: ConsentRecord): Promise<void> {
  const { contactPhone, tenantPhone, kind, purpose, source, messageId, pageUrl, ipAddress, recordedBy, keyword, at } =
    consent
  await tx
    .insertInto('consentEvents')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      contactPhone,
      tenantPhone,
      kind,
      purpose,
      source,
      messageId,
      voidedId: consent.voidedId,
      pageUrl,
      ipAddress,
      recordedBy,
      wording: consent.wording.slice(0, CONSENT_WORDING_MAX).toWellFormed(),
      agreedOn: consent.happenedOn ?? null,
      createdAt: at,
    })
    .execute()
  if (kind === 'help' || kind === 'void') return
  if (isImpliedConsent(kind)) return recordImpliedConsent(tx, kind, consent)
  // An opt-in to service texts says nothing about marketing.
  if (kind === 'opt-out' || purpose !== 'service') await supersedeConsentReviews(tx, contactPhone, at)
  if (kind === 'opt-in' && purpose !== 'service') {
    if (recordedBy === undefined) await supersedeSuspendedReviews(tx, contactPhone, at)
    else await resumeConsentReviews(tx, contactPhone, at)
  }
  const isOptedOut = kind === 'opt-out'
  const state = {
    ...(purpose !== 'marketing' && { isOptedOut }),
    ...(purpose !== 'service' && { isMarketingOptedOut: isOptedOut }),
    updatedAt: at,
  }
  await tx
    .insertInto('optOuts')
    .values({ tenantId: tx.tenantId, contactPhone, tenantPhone: tenantPhone ?? ALL_NUMBERS, ...state })
    .onConflict((conflict) => conflict.columns(['tenantId', 'contactPhone', 'tenantPhone']).doUpdateSet(state))
    .execute()
  if (tenantPhone === null)
    await tx
      .updateTable('optOuts')
      .set(state)
      .where('tenantId', '=', tx.tenantId)
      .where('contactPhone', '=', contactPhone)
      .execute()
  if (!isOptedOut && purpose !== 'service')
    await addSubscriber(tx, contactPhone, { source: subscriberSource(consent), tenantPhone, keyword, at })
  await updateSubscriberStates(tx, sql`array[${contactPhone}]::text[]`, at)
}

/** Implies consent to marketing until some months after a purchase or an inquiry; an earlier end changes nothing. */
async function recordImpliedConsent(
  tx: TenantTx,
  kind: ImpliedConsentKind,
  { contactPhone, tenantPhone, happenedOn, at }: ConsentRecord,
): Promise<void> {
  await sql`
    insert into opt_outs as o (tenant_id, contact_phone, tenant_phone, implied_until, updated_at)
    select ${tx.tenantId}, ${contactPhone}, ${tenantPhone ?? ALL_NUMBERS},
      coalesce(${happenedOn ?? null}::date, ${at}::timestamptz) + make_interval(months => ${IMPLIED_CONSENT_MONTHS[kind]}::int),
      ${at}::timestamptz
    on conflict (tenant_id, contact_phone, tenant_phone) do update
    set implied_until = greatest(o.implied_until, excluded.implied_until), updated_at = excluded.updated_at`.execute(tx)
}

/**
 * Ends the consent that a purchase or an inquiry implied, because it was recorded by mistake. What other records of the
 * pair of numbers imply stays.
 */
export async function withdrawImpliedConsent(
  tx: TenantTx,
  { id, ...record }: WithdrawnRecord,
  { recordedBy, at }: { recordedBy: string; at: string },
): Promise<void> {
  const { contactPhone, tenantPhone } = record
  await recordConsent(tx, {
    ...record,
    kind: 'void',
    purpose: 'marketing',
    source: 'teammate',
    voidedId: id,
    recordedBy,
    at,
  })
  const { purchase, inquiry } = IMPLIED_CONSENT_MONTHS
  await sql`
    update opt_outs o set updated_at = ${at}::timestamptz, implied_until = (
      select max(
        coalesce(e.agreed_on, e.created_at)
          + make_interval(months => case e.kind when 'purchase' then ${purchase}::int else ${inquiry}::int end)
      )
      from consent_events e
      where e.tenant_id = ${tx.tenantId} and e.contact_phone = o.contact_phone
        and coalesce(e.tenant_phone, ${ALL_NUMBERS}) = o.tenant_phone and e.kind in ('purchase', 'inquiry')
        and not ${isWithdrawn(tx)}
    )
    where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone}
      and o.tenant_phone = ${tenantPhone ?? ALL_NUMBERS}`.execute(tx)
}

interface WithdrawnRecord extends Pick<ConsentRecord, 'contactPhone' | 'tenantPhone' | 'wording' | 'happenedOn'> {
  id: string
}

/** SQL: whether a later record withdrew the consent record `e`. */
export const isWithdrawn = (tx: TenantTx) => sql<boolean>`exists (
  select from consent_events v where v.tenant_id = ${tx.tenantId} and v.voided_id = e.id
)`

/** Opts people out of marketing texts from all our numbers, as a teammate decided. */
export async function recordMarketingOptOuts(
  tx: TenantTx,
  contactPhones: readonly string[],
  { wording, recordedBy, at }: { wording: string; recordedBy: string; at: string },
): Promise<void> {
  const phones = [...contactPhones].toSorted()
  await sql`
    with numbers as materialized (select x.phone from unnest(${phones}::text[]) as x (phone)),
    recorded as (
      insert into consent_events (tenant_id, id, contact_phone, kind, purpose, source, wording, recorded_by, created_at)
      select ${tx.tenantId}::uuid, gen_random_uuid(), x.phone, 'opt-out', 'marketing', 'teammate', ${wording},
        ${recordedBy}::uuid, ${at}::timestamptz
      from numbers x
    )
    insert into opt_outs (tenant_id, contact_phone, tenant_phone, is_marketing_opted_out, updated_at)
    select ${tx.tenantId}::uuid, x.phone, ${ALL_NUMBERS}, true, ${at}::timestamptz from numbers x
    on conflict (tenant_id, contact_phone, tenant_phone) do update
    set is_marketing_opted_out = true, updated_at = excluded.updated_at`.execute(tx)
  await sql`
    update opt_outs set is_marketing_opted_out = true, updated_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and contact_phone = any(${phones}::text[]) and tenant_phone <> ${ALL_NUMBERS}`.execute(
    tx,
  )
  await updateSubscriberStates(tx, sql`${phones}::text[]`, at)
}

/**
 * Opts out of marketing the contacts whose undecided consent reviews are deleted with these conversations: their texts
 * may be opt-outs, and no one can decide once they are deleted.
 */
export async function optOutUndecided(
  tx: TenantTx,
  conversationIds: readonly string[],
  { recordedBy, at }: { recordedBy: string; at: string },
): Promise<void> {
  const undecided = await tx
    .selectFrom('consentReviews as v')
    .innerJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'v.messageId'))
    .where('v.tenantId', '=', tx.tenantId)
    .where('v.state', 'in', ['pending', 'suspended'])
    .where(sql<boolean>`m.conversation_id = any(${[...conversationIds]}::uuid[])`)
    .orderBy('v.messageId')
    .select(['v.contactPhone', 'v.tenantPhone', 'm.body as wording', 'm.id as messageId'])
    .execute()
  for (const review of undecided)
    await recordConsent(tx, { ...review, kind: 'opt-out', purpose: 'marketing', source: 'text', recordedBy, at })
}

interface ImportedConsent {
  importId: string
  /** The teammate who started or undid the import. */
  recordedBy: string
  at: string
}

/**
 * Records that people agreed to marketing texts from all our numbers, from a query of `n`, the row of the import,
 * `phones` and `agreed_on`. Someone with an opt-out is left out: no import lifts one, also not one that arrives at the
 * same time.
 */
export async function recordImportedOptIns(
  tx: TenantTx,
  people: RawBuilder<unknown>,
  { importId, recordedBy, at, wording }: ImportedConsent & { wording: string },
): Promise<{ recorded: number; optedOut: number }> {
  const isOptedOut = hasAnyOptedOut(tx, 'w.phones', 'all or marketing')
  const { rows } = await sql<{ recorded: number; optedOut: number }>`
    with people as materialized (
      select w.n, w.phones, w.agreed_on, ${isOptedOut} as is_opted_out from (${people}) w
    ), numbers as materialized (
      select p.n, p.agreed_on, x.phone from people p cross join lateral unnest(p.phones) as x (phone)
      where not p.is_opted_out order by x.phone
    ), recorded as (
      insert into consent_events (
        tenant_id, id, contact_phone, kind, purpose, source, wording, recorded_by, import_id, import_row, agreed_on, created_at
      )
      select ${tx.tenantId}::uuid, gen_random_uuid(), x.phone, 'opt-in', 'marketing', 'import', ${wording}, ${recordedBy}::uuid,
        ${importId}::uuid, x.n, x.agreed_on, ${at}::timestamptz
      from numbers x
    ), state as (
      insert into opt_outs as o (tenant_id, contact_phone, tenant_phone, is_marketing_opted_out, updated_at)
      select ${tx.tenantId}::uuid, x.phone, ${ALL_NUMBERS}, false, ${at}::timestamptz from numbers x
      on conflict (tenant_id, contact_phone, tenant_phone) do update
      set is_marketing_opted_out = false, updated_at = excluded.updated_at
      where o.is_opted_out is not true and o.is_marketing_opted_out is not true
    ), subscribed as (
      insert into subscribers as s (tenant_id, phone, state, source, joined_at)
      select ${tx.tenantId}::uuid, x.phone, 'subscribed', 'import', ${at}::timestamptz from numbers x
      on conflict (tenant_id, phone) do update set state = 'subscribed', left_at = null,
        source = excluded.source, joined_at = excluded.joined_at
      where s.state <> 'subscribed'
    )
    select (count(*) filter (where not p.is_opted_out))::int as recorded,
      (count(*) filter (where p.is_opted_out))::int as "optedOut"
    from people p`.execute(tx)
  return rows[0] ?? { recorded: 0, optedOut: 0 }
}

/**
 * Records that opt-ins of an import, from rows after one up to another, no longer count. A person is not opted out by
 * it: what was recorded before or since, by other means, stays as it is.
 */
export async function voidImportedOptIns(
  tx: TenantTx,
  { after, upTo }: { after: number; upTo: number },
  { importId, recordedBy, at }: ImportedConsent,
): Promise<void> {
  await sql`
    with voided as materialized (
      select e.contact_phone, e.wording, e.import_row from consent_events e
      where e.tenant_id = ${tx.tenantId} and e.import_id = ${importId} and e.kind = 'opt-in'
        and e.import_row > ${after} and e.import_row <= ${upTo}
    ), recorded as (
      insert into consent_events (
        tenant_id, id, contact_phone, kind, purpose, source, wording, recorded_by, import_id, import_row, created_at
      )
      select ${tx.tenantId}::uuid, gen_random_uuid(), v.contact_phone, 'void', 'marketing', 'import', v.wording,
        ${recordedBy}::uuid, ${importId}::uuid, v.import_row, ${at}::timestamptz
      from voided v
    )
    update opt_outs o set is_marketing_opted_out = null, updated_at = ${at}::timestamptz
    from voided v
    where o.tenant_id = ${tx.tenantId} and o.contact_phone = v.contact_phone and o.tenant_phone = ${ALL_NUMBERS}
      and not o.is_marketing_opted_out and not exists (
        select from consent_events e
        where e.tenant_id = ${tx.tenantId} and e.contact_phone = v.contact_phone and e.tenant_phone is null
          and e.kind = 'opt-in' and e.purpose <> 'service' and e.import_id is distinct from ${importId}
          and not exists (
            select from consent_events u
            where u.tenant_id = ${tx.tenantId} and u.contact_phone = e.contact_phone and u.import_id = e.import_id
              and u.kind = 'void'
          )
      )`.execute(tx)
  const phones = sql`array(
    select e.contact_phone from consent_events e
    where e.tenant_id = ${tx.tenantId} and e.import_id = ${importId} and e.kind = 'void'
      and e.import_row > ${after} and e.import_row <= ${upTo}
  )`
  await updateSubscriberStates(tx, phones, at)
}
