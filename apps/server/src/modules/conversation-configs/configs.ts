import { ConversationConfigs } from '@frontdesk/contract/api'
import { DEFAULT_CONVERSATION_CONFIGS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSetting, type SettingKind } from '../settings/index.ts'

export const CONFIGS: SettingKind<Omit<ConversationConfigs, 'version'>> = {
  key: 'conversation-configs',
  schema: ConversationConfigs.omit({ version: true }),
  fallback: DEFAULT_CONVERSATION_CONFIGS,
}

export const readConversationConfigs = (tx: TenantTx): Promise<ConversationConfigs> => readSetting(tx, CONFIGS)
