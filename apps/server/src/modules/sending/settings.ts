import { SendingSettings } from '@frontdesk/contract/api'
import { DEFAULT_SENDING_SETTINGS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { parseSetting, readSetting, type SettingKind } from '../settings/index.ts'

export const SENDING_KEY = 'sending'

export const SENDING: SettingKind<Omit<SendingSettings, 'version'>> = {
  key: SENDING_KEY,
  schema: SendingSettings.omit({ version: true }),
  fallback: DEFAULT_SENDING_SETTINGS,
}

export const readSendingSettings = (tx: TenantTx): Promise<SendingSettings> => readSetting(tx, SENDING)

/** For statements that read the stored value along with other data. */
export const parseSendingSettings = (stored: unknown): Omit<SendingSettings, 'version'> => parseSetting(SENDING, stored)
