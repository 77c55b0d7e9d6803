import { PaymentConfigs } from '@frontdesk/contract/api'
import { DEFAULT_PAYMENT_CONFIGS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeSetting, readSetting, type SettingKind } from '../settings/index.ts'
import { keepOnlyLogo } from './logos.ts'

const PAYMENT_CONFIGS: SettingKind<Omit<PaymentConfigs, 'version'>> = {
  key: 'payments',
  schema: PaymentConfigs.omit({ version: true }),
  fallback: DEFAULT_PAYMENT_CONFIGS,
}

export const readPaymentConfigs = (tx: TenantTx): Promise<PaymentConfigs> => readSetting(tx, PAYMENT_CONFIGS)

type Changes = { [Key in keyof PaymentConfigs]?: PaymentConfigs[Key] | undefined }

/** Saves settings. Documents keep the taxes that they were written with. */
export async function savePaymentConfigs(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<PaymentConfigs> {
  const present = await readPaymentConfigs(tx)
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
  })
  if (saved.logoURL !== present.logoURL) await keepOnlyLogo(tx, saved.logoURL)
  return saved
}
