import type { ContactDuplicate } from '@frontdesk/contract/api'
import type { DuplicateReason, Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { findContacts } from '../contacts/index.ts'

/** Emails and names that more contacts share are ignored: an office, or a common name. */
const GROUP_MAX = 10
/**
 * Limit of a request: where duplicates are rare, or the viewer sees few contacts, pages are short or empty.
 */
const LIMITS = {
  /** Emails or names per statement, in the order of their index. */
  walk: 40_000,
  /** Shared emails or names per statement. */
  keys: 100,
  /** Statements. */
  rounds: 3,
}
type Limits = typeof LIMITS

/**
 * Two contacts that share a key (an email or a name). The ids are null for a key without contacts to suggest, and the
 * key is null if no key is shared. The keys after `upTo` have not been read; null at the end.
 */
export interface Pair {
  key: string | null
  firstId: string | null
  secondId: string | null
  reasons: DuplicateReason[]
  upTo: string | null
}

type Position = { kind: 'email' | 'name'; key: string }

type Find = (tx: TenantTx, after: string, limits: Limits) => Promise<Pair[]>

/**
 * Listed in this order. Each has an index that keeps equal values together, so contacts are never compared pairwise.
 */
const KINDS: readonly { kind: Position['kind']; find: Find }[] = [
  { kind: 'email', find: findSameEmail },
  { kind: 'name', find: findSameName },
]

async function findSameEmail(tx: TenantTx, after: string, { walk, keys }: Limits): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select e.email as key, e.first_id, e.second_id,
      array_remove(array['email', case when a.name_order = b.name_order and position(' ' in a.name_order) > 0 then
        case when a.location_id = b.location_id then 'name-and-location'
          when a.birth_date = b.birth_date then 'name-and-birth-date' end end], null) as reasons,
      e.up_to as "upTo"
    from search.same_emails(${after}, ${walk}, ${keys}, ${GROUP_MAX}) e
    left join contacts a on a.tenant_id = ${tx.tenantId} and a.id = e.first_id
    left join contacts b on b.tenant_id = ${tx.tenantId} and b.id = e.second_id
    order by e.email::citext, e.first_id, e.second_id`.execute(tx)
  return rows
}

/**
 * Contacts with the same name; pairs that also share an email have been listed already. `offset 0` makes the ids of a
 * group a value: inlined into the conditions below, they could not use the index because of row level security.
 */
async function findSameName(tx: TenantTx, after: string, { walk, keys }: Limits): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with walked as materialized (
      select t.name_order as key, t.main_id from contacts t
      where t.tenant_id = ${tx.tenantId} and t.name_order > ${after} and position(' ' in t.name_order) > 0
      order by t.name_order limit ${walk}
    ), bound as materialized (
      -- The rows of the last name may go on after the walk.
      select case when (select count(*) from walked) = ${walk} then coalesce(
        (select max(w.key) from walked w where w.key < (select max(l.key) from walked l)), (select max(l.key) from walked l)
      ) end as key
    ), keys as materialized (
      select w.key from walked w cross join bound b where b.key is null or w.key <= b.key
      group by w.key having count(*) filter (where w.main_id is null) > 1 order by w.key limit ${keys}
    ), reached as (
      select case when (select count(*) from keys) = ${keys} then (select max(k.key) from keys k) else b.key end as key
      from bound b
    )
    select k.key, p.first_id, p.second_id,
      array_remove(array[
        case when p.is_same_location then 'name-and-location' end, case when p.is_same_birth_date then 'name-and-birth-date' end
      ], null) as reasons, u.key as "upTo"
    from reached u left join (keys k cross join lateral (
      select array(
        select t.id from contacts t
        where t.tenant_id = ${tx.tenantId} and t.name_order = k.key and t.main_id is null limit ${GROUP_MAX + 1}
      ) as ids offset 0
    ) g left join lateral (
      select a.id as first_id, b.id as second_id, a.location_id = b.location_id as is_same_location,
        a.birth_date = b.birth_date as is_same_birth_date
      from contacts a join contacts b on b.tenant_id = ${tx.tenantId} and b.id = any(g.ids) and b.id > a.id
      where a.tenant_id = ${tx.tenantId} and a.id = any(g.ids) and cardinality(g.ids) <= ${GROUP_MAX}
        and (a.birth_date = b.birth_date or (a.location_id = b.location_id and (a.birth_date <> b.birth_date) is not true))
        and (a.email = b.email or a.other_emails @> array[lower(b.email::text)] or b.other_emails @> array[lower(a.email::text)]
          or a.other_emails && b.other_emails) is not true
    ) p on true) on true
    order by k.key, p.first_id, p.second_id`.execute(tx)
  return rows
}

/**
 * Lists pairs of contacts that may be the same person: with the same email, or with the same name and birth date, or
 * location unless their birth dates differ. Only pairs of which the viewer sees both, and that no one has dismissed. A
 * page ends with a whole key; it may be empty before the last one.
 */
export async function listDuplicates(
  tx: TenantTx,
  viewer: Viewer,
  { after: start = { kind: 'email', key: '' }, pageSize }: { after?: Position | undefined; pageSize: number },
  limits: Limits = LIMITS,
): Promise<{ duplicates: ContactDuplicate[]; nextAfter: Position | null }> {
  const duplicates: ContactDuplicate[] = []
  let position = KINDS.findIndex(({ kind }) => kind === start.kind)
  let key = start.key
  for (let round = 0; round < limits.rounds; round++) {
    const next = KINDS[position]
    if (!next) return { duplicates, nextAfter: null }
    const pairs = await next.find(tx, key, limits)
    const keys = new Set(pairs.flatMap((pair) => pair.key ?? []))
    const shown = Map.groupBy(await suggest(tx, viewer, pairs), ({ key }) => key)
    for (key of keys) {
      duplicates.push(...(shown.get(key) ?? []).map(({ duplicate }) => duplicate))
      if (duplicates.length >= pageSize) return { duplicates, nextAfter: { kind: next.kind, key } }
    }
    const upTo = pairs[0]?.upTo ?? null
    if (upTo === null) position += 1
    key = upTo ?? ''
  }
  const kind = KINDS[position]?.kind
  return { duplicates, nextAfter: kind === undefined ? null : { kind, key } }
}

interface Suggestion {
  key: string | null
  duplicate: ContactDuplicate
}

/** The pairs of which the viewer sees both contacts, without those that were dismissed. */
async function suggest(tx: TenantTx, viewer: Viewer, pairs: readonly Pair[]): Promise<Suggestion[]> {
  const dismissed = await tx
    .selectFrom('contactDuplicateDismissals')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`first_id = any(${pairs.map(({ firstId }) => firstId)}::uuid[])`)
    .select(['firstId', 'secondId'])
    .execute()
  const isDismissed = new Set(dismissed.map(({ firstId, secondId }) => `${firstId} ${secondId}`))
  const open = pairs.filter(({ firstId, secondId }) => !isDismissed.has(`${firstId} ${secondId}`))
  const ids = open.flatMap(({ firstId, secondId }) => [firstId ?? [], secondId ?? []].flat())
  const contacts = new Map((await findContacts(tx, viewer, ids)).map((contact) => [contact.id, contact]))
  return open.flatMap(({ key, firstId, secondId, reasons }) => {
    const first = contacts.get(firstId ?? '')
    const second = contacts.get(secondId ?? '')
    return first && second ? [{ key, duplicate: { contacts: [first, second], reasons } }] : []
  })
}
