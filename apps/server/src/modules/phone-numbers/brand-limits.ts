import type { TenantTx } from '../../platform/database/database.ts'
import type { CarrierRegistration } from '../messaging/index.ts'

/** Stores the brand of each registered number of the business, with T-Mobile's daily limit for it. */
export async function storeBrandLimits(tx: TenantTx, registrations: readonly CarrierRegistration[]): Promise<void> {
  const numbers = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .select(['phoneNumber', 'brandId', 'brandSegmentsPerDay'])
    .execute()
  for (const { phoneNumber, ...stored } of numbers) {
    const registration = registrations.find((each) => each.phoneNumber === phoneNumber)
    if (registration?.status !== 'registered') continue
    const { brandId, brandSegmentsPerDay } = registration
    if (stored.brandId === brandId && stored.brandSegmentsPerDay === brandSegmentsPerDay) continue
    await tx
      .updateTable('phoneNumbers')
      .set({ brandId, brandSegmentsPerDay })
      .where('tenantId', '=', tx.tenantId)
      .where('phoneNumber', '=', phoneNumber)
      .execute()
  }
}
