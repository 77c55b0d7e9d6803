import type { OptInKeyword } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

const toOptInKeyword = ({
  tenantId: _tenant,
  tenantPhone,
  createdAt: _at,
  ...row
}: Row<'optInKeywords'>): OptInKeyword => ({
  ...row,
  tenantPhoneNumber: tenantPhone,
})

/** SQL: whether the number of the keyword `k` is at one of the actor's locations. */
const isAtLocation = (tx: TenantTx, { locationIds }: Actor) =>
  locationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from phone_numbers p where p.tenant_id = ${tx.tenantId} and p.phone_number = k.tenant_phone
          and p.location_id = any(${[...locationIds]}::uuid[])
      )`

const visibleKeywords = (tx: TenantTx, actor: Actor) =>
  tx.selectFrom('optInKeywords as k').where('k.tenantId', '=', tx.tenantId).where(isAtLocation(tx, actor))

export async function listOptInKeywords(tx: TenantTx, actor: Actor): Promise<OptInKeyword[]> {
  const rows = await visibleKeywords(tx, actor).orderBy('k.tenantPhone').orderBy('k.keyword').selectAll('k').execute()
  return rows.map(toOptInKeyword)
}

/** Locks a keyword of a number that the actor may see. */
export async function lockOptInKeyword(tx: TenantTx, actor: Actor, id: string): Promise<OptInKeyword | undefined> {
  const row = await visibleKeywords(tx, actor)
    .where('k.id', '=', id)
    .selectAll('k')
    .forNoKeyUpdate('k')
    .executeTakeFirst()
  return row && toOptInKeyword(row)
}

/** Finds the enabled opt-in keyword that equals a word texted to one of our numbers. */
export const findOptInKeyword = (tx: TenantTx, tenantPhone: string, word: string) =>
  tx
    .selectFrom('optInKeywords')
    .where('tenantId', '=', tx.tenantId)
    .where('tenantPhone', '=', tenantPhone)
    .where('keyword', '=', word)
    .where('isEnabled', '=', true)
    .select(['keyword', 'replyText', 'questionText', 'isDoubleOptIn'])
    .executeTakeFirst()
