import type { LocationFollower } from '../../platform/module.ts'

/** New contacts of a running import go to the location that replaces a removed one. */
export const moveImports: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('contactImports')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}
