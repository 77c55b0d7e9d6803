import { SendingSettings } from '@frontdesk/contract/api'
import { DEFAULT_SENDING_SETTINGS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSetting, type SettingKind } from '../settings/index.ts'

export const SENDING: SettingKind<Omit<SendingSettings, 'version'>> = {
  key: 'sending',
  schema: SendingSettings.omit({ version: true }),
  fallback: DEFAULT_SENDING_SETTINGS,
}

export const readSendingSettings = (tx: TenantTx): Promise<SendingSettings> => readSetting(tx, SENDING)
