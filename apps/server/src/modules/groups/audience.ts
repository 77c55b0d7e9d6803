import type { ContactCriteria } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lookUp, matches, matchingContacts } from '../contact-list/index.ts'
import { contactOf } from '../contact-rows/index.ts'
import {
  EVERYTHING,
  findVisibleContacts,
  isContactVisible,
  seesEverything,
  viewerOfScope,
} from '../visibility/index.ts'
import type { GroupRow } from './access.ts'
import { findCriteria } from './criteria.ts'

/** At most `limit` contacts (null: all). With `after`, those after that key (null: the first), in order. */
export interface Page {
  limit: number | null
  after?: string | null
}

// The functions below return SQL that selects contacts: `id`, and `key`, after which the next page continues.

/** The contacts that match and that the viewer may see. */
export const selectMatching = async (
  tx: TenantTx,
  viewer: Viewer,
  criteria: ContactCriteria,
  { limit, after }: Page,
): Promise<RawBuilder<unknown>> =>
  sql`select x.id, x.id as key from (${await matchingContacts(tx, viewer, criteria, limit, after)}) x`

/** Whether no contact that matches is hidden from the viewer. */
export async function seesAllMatching(tx: TenantTx, viewer: Viewer, criteria: ContactCriteria): Promise<boolean> {
  if (seesEverything(viewer)) return true
  const all = viewerOfScope(EVERYTHING)
  const { rows } = await sql`
    select from contacts t
    where t.main_id is null and ${matches(tx, all, criteria, await lookUp(tx, all, criteria))} and not ${isContactVisible(tx, viewer)}
    limit 1`.execute(tx)
  return rows.length === 0
}

/** The members that the viewer may see. A merged member comes once for each of their rows. */
export async function selectMembers(
  tx: TenantTx,
  viewer: Viewer,
  group: GroupRow,
  { limit, after }: Page,
): Promise<RawBuilder<unknown>> {
  const criteria = await findCriteria(tx, group)
  if (criteria) return selectMatching(tx, viewer, criteria, { limit, ...(after !== undefined && { after }) })
  return sql`
    select coalesce(t.main_id, t.id) as id, gm.contact_id as key
    from group_members gm cross join ${contactOf(tx, sql`gm.contact_id`)}
    where gm.tenant_id = ${tx.tenantId} and gm.group_id = ${group.id} and ${isContactVisible(tx, viewer)}
      ${after ? sql`and gm.contact_id > ${after}` : sql``}
    ${after === undefined ? sql`` : sql`order by gm.contact_id`} limit ${limit}`
}

/** SQL: whether the main row `t` of a contact is a member that the viewer may see. */
export async function matchesMembers(tx: TenantTx, viewer: Viewer, group: GroupRow): Promise<RawBuilder<boolean>> {
  const criteria = await findCriteria(tx, group)
  if (criteria) return matches(tx, viewer, criteria, await lookUp(tx, viewer, criteria))
  const hasMembership = (contactId: RawBuilder<unknown>) => sql`exists (
    select from group_members gm where gm.tenant_id = ${tx.tenantId} and gm.group_id = ${group.id} and gm.contact_id = ${contactId}
  )`
  return sql<boolean>`(${hasMembership(sql`t.id`)} or exists (
    select from contacts r where r.tenant_id = ${tx.tenantId} and r.main_id = t.id and ${hasMembership(sql`r.id`)}
  )) and ${isContactVisible(tx, viewer)}`
}

/** Chosen contacts, all of which the viewer must see. */
export async function selectContacts(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<RawBuilder<unknown>> {
  const chosen = [...new Set(ids)]
  if ((await findVisibleContacts(tx, viewer, chosen)).size !== chosen.length) throw new AppError('ContactNotFound')
  return sql`
    select distinct coalesce(r.main_id, r.id) as id, coalesce(r.main_id, r.id) as key from contacts r
    where r.tenant_id = ${tx.tenantId} and r.id = any(${chosen}::uuid[])`
}

/** Throws if a selection, limited to one more, has more contacts than allowed. */
export async function assertAtMost(tx: TenantTx, contacts: RawBuilder<unknown>, most: number): Promise<void> {
  const { n } = await tx
    .selectFrom(sql<object>`(${contacts})`.as('w'))
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) > most) throw new AppError('TooManyContacts', { most })
}
