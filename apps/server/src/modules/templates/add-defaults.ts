import { DEFAULT_TEMPLATES } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** What a new business starts with. */
export async function addDefaultTemplates(tx: TenantTx, at: string): Promise<void> {
  await tx
    .insertInto('templates')
    .values(
      DEFAULT_TEMPLATES.map((template) => ({
        tenantId: tx.tenantId,
        id: newId(),
        isEverywhere: true,
        createdAt: at,
        ...template,
      })),
    )
    .execute()
}

/** Templates of a location that is removed are for the one that takes over. */
export async function moveTemplates(tx: TenantTx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx
    .insertInto('templateLocations')
    .columns(['tenantId', 'templateId', 'locationId'])
    .expression((query) =>
      query
        .selectFrom('templateLocations')
        .where('tenantId', '=', tx.tenantId)
        .where('locationId', '=', from)
        .select(['tenantId', 'templateId'])
        .select((select) => select.val(to).$castTo<string>().as('locationId')),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
