import { PaymentConfigs } from '@frontdesk/contract/api'
import { AMOUNT_MAX, DEFAULT_PAYMENT_CONFIGS, toCurrency } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { changeSetting, readSetting, type SettingKind } from '../settings/index.ts'
import { keepOnlyLogo } from './logos.ts'

const PAYMENT_CONFIGS: SettingKind<Omit<PaymentConfigs, 'version'>> = {
  key: 'payments',
  schema: PaymentConfigs.omit({ version: true }),
  fallback: DEFAULT_PAYMENT_CONFIGS,
}

export const readPaymentConfigs = (tx: TenantTx): Promise<PaymentConfigs> => readSetting(tx, PAYMENT_CONFIGS)

type Changes = { [Key in keyof PaymentConfigs]?: PaymentConfigs[Key] | undefined }

/**
 * Saves settings. Documents keep the taxes that they were written with. In a new currency, saved prices and amounts stay
 * the same number of units.
 */
export async function savePaymentConfigs(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...entered }: Changes,
): Promise<PaymentConfigs> {
  const present = await readPaymentConfigs(tx)
  const changes = { ...amountsIn(entered.currency ?? present.currency, present), ...withoutUndefined(entered) }
  const taxes = new Set((changes.taxes ?? present.taxes).map(({ id }) => id))
  // A saved item loses a tax that is removed.
  const items = (changes.items ?? present.items).map((item) => ({
    ...item,
    taxIDs: item.taxIDs.filter((id) => taxes.has(id)),
  }))
  if (changes.items?.some(({ taxIDs }) => taxIDs.some((id) => !taxes.has(id)))) throw new AppError('TaxNotFound')
  const isChanged = changes.items !== undefined || changes.taxes !== undefined
  const saved = await changeSetting(tx, actor, PAYMENT_CONFIGS, {
    changes: { ...changes, ...(isChanged && { items }) },
    expected,
    subject: 'payments',
    auditSubject: 'Payments',
    auditContext: changes.refundApprovalAbove == null ? {} : { amountCurrency: changes.currency ?? present.currency },
  })
  if (saved.logoURL !== present.logoURL) await keepOnlyLogo(tx, saved.logoURL)
  return saved
}

const withoutUndefined = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** The stored amounts in another currency, whose minor unit may have other digits; nothing in the same one. */
function amountsIn(
  currency: PaymentConfigs['currency'],
  { currency: from, items, deposit, refundApprovalAbove }: PaymentConfigs,
): Changes {
  if (currency === from) return {}
  const convert = (amount: number): number => {
    const converted = toCurrency(amount, from, currency)
    if (converted > AMOUNT_MAX) throw invalidInput('currency', 'A saved amount is too large in it')
    return converted
  }
  return {
    items: items.map((item) => ({ ...item, unitAmount: convert(item.unitAmount) })),
    ...(deposit?.kind === 'amount' && { deposit: { ...deposit, amount: convert(deposit.amount) } }),
    ...(refundApprovalAbove !== null && { refundApprovalAbove: convert(refundApprovalAbove) }),
  }
}
