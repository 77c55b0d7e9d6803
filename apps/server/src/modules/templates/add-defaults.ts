import { DEFAULT_TEMPLATES } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** Adds the default templates of a new business. */
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

/** Moves the templates of a removed location to its successor. */
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
