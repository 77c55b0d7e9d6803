import type { ConversationDeps } from '../conversations/index.ts'
import type { SettingDeps } from '../settings/index.ts'

export type ContactDeps = ConversationDeps & SettingDeps
