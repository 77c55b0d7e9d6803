import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'

export const listPhoneNumbers = (tx: TenantTx, actor: Actor) => {
  const all = tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('createdAt')
    .orderBy('id')
    .selectAll()
    .limit(1000)
  return (
    actor.locationIds === null ? all : all.where('locationId', 'in', [...actor.locationIds, NO_LOCATION])
  ).execute()
}

/** Matches no row; `IN ()` is invalid SQL. */
const NO_LOCATION = '00000000-0000-0000-0000-000000000000'

export const findPhoneNumber = (tx: TenantTx, phoneNumber: string) =>
  tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .where('phoneNumber', '=', phoneNumber)
    .selectAll()
    .executeTakeFirst()

export type PhoneNumberRow = NonNullable<Awaited<ReturnType<typeof findPhoneNumber>>>

export async function countPhoneNumbers(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
