import type { PaymentAccount, PaymentDifference, Payout } from '@frontdesk/contract/api'
import {
  PAYOUT_INTERVALS,
  type PaymentAccountState,
  REQUIREMENT_TOPICS,
  requirementTopic,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { settingRoom } from '../visibility/index.ts'
import { paymentAccountChanged } from './events.ts'
import type { PaymentProvider, RemoteAccount } from './payment-provider.ts'

export type AccountRow = Row<'paymentAccounts'>

export const findAccountRow = (tx: TenantTx, lock: 'read' | 'change' = 'read'): Promise<AccountRow | undefined> => {
  const query = tx.selectFrom('paymentAccounts').where('tenantId', '=', tx.tenantId).selectAll()
  return (lock === 'change' ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

function accountState(account: AccountRow | undefined): PaymentAccountState {
  if (!account?.accountId) return 'none'
  if (account.disconnectedAt) return 'disconnected'
  if (account.isChargeEnabled) return 'enabled'
  return account.isSubmitted ? 'restricted' : 'incomplete'
}

/** The account through which the business takes payments now. */
export async function findEnabledAccount(
  tx: TenantTx,
  provider: Pick<PaymentProvider, 'isConfigured'>,
): Promise<{ accountId: string; currency: string | null } | null> {
  const account = provider.isConfigured() ? await findAccountRow(tx) : undefined
  return account?.accountId && accountState(account) === 'enabled'
    ? { accountId: account.accountId, currency: account.currency }
    : null
}

/** The account, even while it takes no payments: earlier payments are still settled and refunded. */
export async function findAccountId(tx: TenantTx): Promise<string | null> {
  const account = await findAccountRow(tx)
  return account && !account.disconnectedAt ? account.accountId : null
}

/** Groups what the provider lacks by subject, in the order in which people read it. */
export function toRequirements({
  requirements: { fields, overdueFields, reasons },
  isSubmitted,
}: Pick<RemoteAccount, 'requirements' | 'isSubmitted'>): PaymentAccount['requirements'] {
  // Stripe calls all that a new account lacks past due, although nothing had a deadline.
  const isFieldOverdue = (field: string) => isSubmitted && overdueFields.includes(field)
  const byTopic = Map.groupBy([...new Set([...fields, ...overdueFields])], requirementTopic)
  return REQUIREMENT_TOPICS.flatMap((topic) => {
    const topicFields = byTopic.get(topic)
    if (!topicFields) return []
    const reason = topicFields.map((field) => reasons[field]).find((text) => text !== undefined)
    return [{ topic, fields: topicFields, isOverdue: topicFields.some(isFieldOverdue), reason: reason ?? null }]
  })
}

export const toSchedule = (schedule: RemoteAccount['schedule']): PaymentAccount['schedule'] =>
  schedule && {
    ...schedule,
    interval: PAYOUT_INTERVALS.find((interval) => interval === schedule.interval) ?? 'manual',
  }

export const toPayout = (row: Row<'paymentPayouts'>): Payout => ({
  id: row.id,
  state: row.state,
  amount: Number(row.amount),
  currency: row.currency,
  arrivesOn: row.arrivesOn,
  failureReason: row.failureReason,
  createdAt: row.createdAt,
})

/** Differences that are listed. */
const DIFFERENCES_MAX = 100

/** The account, as it was read last. */
export async function getAccount(
  tx: TenantTx,
  provider: Pick<PaymentProvider, 'isConfigured'>,
): Promise<PaymentAccount> {
  const account = await findAccountRow(tx)
  const next = await tx
    .selectFrom('paymentPayouts')
    .where('tenantId', '=', tx.tenantId)
    .where('state', 'in', ['pending', 'in-transit'])
    .orderBy('arrivesOn')
    .orderBy('id')
    .selectAll()
    .executeTakeFirst()
  const differences = await tx
    .selectFrom('paymentDifferences')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('createdAt', 'desc')
    .orderBy('transactionId')
    .limit(DIFFERENCES_MAX)
    .selectAll()
    .execute()
  return {
    state: accountState(account),
    isConfigured: provider.isConfigured(),
    accountID: account?.accountId ?? null,
    isPayoutEnabled: account?.isPayoutEnabled ?? false,
    requirements: account?.requirements ?? [],
    requirementsDueAt: account?.requirementsDueAt ?? null,
    isUnderReview: account?.isUnderReview ?? false,
    disabledReason: account?.disabledReason ?? null,
    currency: account?.currency ?? null,
    schedule: account?.schedule ?? null,
    bank: account?.bank ?? null,
    balances: account?.balances ?? [],
    nextPayout: next ? toPayout(next) : null,
    differences: differences.map(
      ({ transactionId, kind, type, amount, currency, createdAt }): PaymentDifference => ({
        ...{ transactionID: transactionId, kind, type, amount: Number(amount), currency, at: createdAt },
      }),
    ),
    comparedAt: account?.comparedAt ?? null,
    readAt: account?.readAt ?? null,
  }
}

/** Has open screens read the account again. */
export async function recordAccountChanged(tx: TenantTx): Promise<void> {
  const at = tx.now()
  const id = await paymentAccountChanged.record(tx, { at })
  tx.publish([settingRoom('payments')], { type: 'setting.changed', id, at, subject: 'payments' })
}
