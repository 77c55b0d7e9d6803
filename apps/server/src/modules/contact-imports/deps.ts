import type { Needs } from '../../platform/module.ts'
import type { ConversationDeps } from '../conversations/index.ts'

export type ImportDeps = ConversationDeps & Needs<'storage' | 'secrets'>
