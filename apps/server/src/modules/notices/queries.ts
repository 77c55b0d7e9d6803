import type { LiveVersion, Maintenance, PromoBanner } from '@frontdesk/contract/api'
import { compareVersions } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Directory } from '../../platform/database/database.ts'

/** The newest version that is live. */
export async function findLiveVersion(directory: Directory): Promise<Omit<LiveVersion, 'supportEmail'>> {
  const versions = await directory
    .selectFrom('directory.appVersions')
    .where('isLive', '=', true)
    .select(['version', 'isForced'])
    .limit(1000)
    .execute()
  const newest = versions.toSorted((a, b) => compareVersions(b.version, a.version))[0]
  return { liveVersion: newest?.version ?? null, isForced: newest?.isForced ?? false }
}

/** The next maintenance that concerns a business and is not over yet. */
export async function findMaintenance(
  directory: Directory,
  tenantId: string,
  now: string,
): Promise<Maintenance | null> {
  const version = await directory
    .selectFrom('directory.maintenances')
    .where('isShown', '=', true)
    .where('endsAt', '>', now)
    .where(sql<boolean>`(tenant_ids is null or ${tenantId}::uuid = any (tenant_ids))`)
    .orderBy('startsAt')
    .orderBy('id')
    .select(['id', 'startsAt', 'endsAt', 'message'])
    .limit(1)
    .executeTakeFirst()
  return version ?? null
}

export async function findPromoBanner(directory: Directory): Promise<(PromoBanner & { isShown: boolean }) | null> {
  const maintenance = await directory
    .selectFrom('directory.promoBanners')
    .select(['text', 'linkLabel', 'linkUrl', 'changedAt', 'isShown'])
    .executeTakeFirst()
  return maintenance ?? null
}
