import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

export interface NewLocation {
  name: string
  formattedAddress: string
  timeZone: string
  colorHex: string
}

/** Adds a location and returns its id. */
export async function addLocation(tx: TenantTx, location: NewLocation, at: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('locations')
    .values({ tenantId: tx.tenantId, id, country: 'US', createdAt: at, ...location })
    .execute()
  return id
}
