import type { FirstDay } from '@frontdesk/contract/api'
import { DEFAULT_BUSINESS_NAME } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'

/** Derives the first-day checklist from the data of the business. */
export async function findFirstDay(tx: TenantTx): Promise<FirstDay> {
  const { tenantId } = tx
  const row = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tenantId)
    .select((eb) => [
      'name',
      'firstDayDismissedAt',
      eb
        .selectFrom('phoneNumbers')
        .where('phoneNumbers.tenantId', '=', tenantId)
        .orderBy('phoneNumbers.createdAt')
        .orderBy('phoneNumbers.id')
        .select('phoneNumbers.phoneNumber')
        .limit(1)
        .as('phoneNumber'),
      eb
        .exists(
          eb.selectFrom('businessHours').where('businessHours.tenantId', '=', tenantId).select(eb.lit(1).as('one')),
        )
        .as('hasBusinessHours'),
      eb
        .exists(
          eb
            .selectFrom('users')
            .where('users.tenantId', '=', tenantId)
            .where('users.isAccountHolder', '=', false)
            .where('users.removedAt', 'is', null)
            .select(eb.lit(1).as('one')),
        )
        .as('hasInvitedTeammate'),
      eb
        .exists(
          eb
            .selectFrom('messages')
            .where('messages.tenantId', '=', tenantId)
            .where('messages.isOutgoing', '=', false)
            .select(eb.lit(1).as('one')),
        )
        .as('hasReceivedText'),
    ])
    .executeTakeFirstOrThrow()
  return {
    isDismissed: row.firstDayDismissedAt !== null,
    hasBusinessName: row.name !== DEFAULT_BUSINESS_NAME,
    phoneNumber: row.phoneNumber,
    hasBusinessHours: Boolean(row.hasBusinessHours),
    hasInvitedTeammate: Boolean(row.hasInvitedTeammate),
    hasReceivedText: Boolean(row.hasReceivedText),
  }
}

export async function dismissFirstDay(tx: TenantTx, isDismissed: boolean, at: string): Promise<FirstDay> {
  await tx
    .updateTable('tenants')
    .set({ firstDayDismissedAt: isDismissed ? at : null })
    .where('tenantId', '=', tx.tenantId)
    .execute()
  return findFirstDay(tx)
}
