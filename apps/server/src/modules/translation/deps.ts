import type { ConversationDeps } from '../conversations/index.ts'
import type { Translator } from './translator.ts'

export interface TranslationDeps extends ConversationDeps {
  translator: Translator
}
