import type { PlanUsage, Subscription } from '@frontdesk/contract/api'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'

/** Finds the tenant's subscription with its state at `now`. */
export async function findSubscription(tx: TenantTx, now: string): Promise<Subscription> {
  const row = await tx
    .selectFrom('subscriptions')
    .where('tenantId', '=', tx.tenantId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { status } = row
  return {
    // An active plan continues past its period, because the payment service's update may arrive late.
    isSubscribed: status === 'active' || (row.currentPeriodEnd !== null && isAfter(row.currentPeriodEnd, now)),
    isApplePayment: row.isApplePayment,
    status,
    currentPeriodEnd: row.currentPeriodEnd,
    createdOnUtc: row.createdAt,
    subscriptionName: row.subscriptionName,
    subscriptionRank: row.subscriptionRank,
    isDemoAccount: row.isDemoAccount,
    hasMultiLocation: row.hasMultiLocation,
    hasAIAutomatedReplies: row.hasAiAutomatedReplies,
    hasAIBookingAssistant: row.hasAiBookingAssistant,
    hasAIVoiceCalls: row.hasAiVoiceCalls,
    totalTeamMembers: row.totalTeamMembers,
    totalPhoneNumbers: row.totalPhoneNumbers,
    totalDeskPhones: row.totalDeskPhones,
  }
}

/** Counts what the business uses of its plan limits. */
export async function findUsage(tx: TenantTx): Promise<PlanUsage> {
  const { tenantId } = tx
  const row = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tenantId)
    .select((eb) => [
      eb
        .selectFrom('users')
        .where('users.tenantId', '=', tenantId)
        .where('users.removedAt', 'is', null)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('teamMembers'),
      eb
        .selectFrom('phoneNumbers')
        .where('phoneNumbers.tenantId', '=', tenantId)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('phoneNumbers'),
      eb
        .selectFrom('locations')
        .where('locations.tenantId', '=', tenantId)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('locations'),
    ])
    .executeTakeFirstOrThrow()
  return {
    teamMembers: Number(row.teamMembers),
    phoneNumbers: Number(row.phoneNumbers),
    locations: Number(row.locations),
  }
}

/** Whether a user is a dev admin, who operates Frontdesk. */
export async function isDevAdmin(tx: TenantTx, { userId }: { userId: string }): Promise<boolean> {
  const login = await tx
    .selectFrom('directory.memberships')
    .innerJoin('directory.logins', 'directory.logins.id', 'directory.memberships.loginId')
    .where('directory.memberships.tenantId', '=', tx.tenantId)
    .where('directory.memberships.userId', '=', userId)
    .select('isDevAdmin')
    .executeTakeFirst()
  return login?.isDevAdmin ?? false
}
