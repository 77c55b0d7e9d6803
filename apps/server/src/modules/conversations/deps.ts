import type { Needs } from '../../platform/module.ts'

/** What a page of the open web says of itself. */
export interface PageSummary {
  title: string
  description: string | null
  siteName: string
  /** As it came; nobody has looked into it yet. */
  picture: Uint8Array | null
}

/** Null: nothing to show, for whatever reason. */
export type PageReader = (url: string) => Promise<PageSummary | null>

declare module '../../platform/module.ts' {
  interface BaseServices {
    /** Reads a page of the open web, for link previews. */
    readPage: PageReader
  }
}

/** What every operation on a conversation uses. */
export const CONVERSATION_NEEDS = ['inTenant', 'now', 'push', 'wake'] as const

export type ConversationDeps = Needs<(typeof CONVERSATION_NEEDS)[number]>
