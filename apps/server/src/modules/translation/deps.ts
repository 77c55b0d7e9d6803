import type { Needs } from '../../platform/module.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import type { Translator } from './translator.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    translator: Translator
  }
}

export type TranslationDeps = ConversationDeps & Needs<'translator' | 'log'>
