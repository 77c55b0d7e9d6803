import type { InTenant } from '../../platform/database/database.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { listLocations } from './queries.ts'

export const locationRoutes = (api: Api, { inTenant }: { inTenant: InTenant }) => ({
  getLocations: api.locations.getLocations.handler(async ({ context }) => {
    const actor = signedIn(context)
    const rows = await inTenant(actor, (tx) => listLocations(tx, actor))
    return {
      locations: rows.map((row) => ({
        id: row.id,
        tenantId: row.tenantId,
        name: row.name,
        formattedAddress: row.formattedAddress,
        timeZone: row.timeZone,
        locationPhoneNumber: row.phoneNumber,
        colorHex: row.colorHex,
        createdOnUtc: row.createdAt,
      })),
    }
  }),
})
