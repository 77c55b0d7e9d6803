import { MarketingSettings } from '@frontdesk/contract/api'
import { DEFAULT_MARKETING_SETTINGS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSetting, type SettingKind } from '../settings/index.ts'

export const MARKETING: SettingKind<Omit<MarketingSettings, 'version'>> = {
  key: 'marketing',
  schema: MarketingSettings.omit({ version: true }),
  fallback: DEFAULT_MARKETING_SETTINGS,
}

export const readMarketingSettings = (tx: TenantTx): Promise<MarketingSettings> => readSetting(tx, MARKETING)
