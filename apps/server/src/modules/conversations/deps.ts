import type { Needs } from '../../platform/module.ts'

/** Metadata of a web page. */
export interface PageSummary {
  title: string
  description: string | null
  siteName: string
  /** As downloaded, not validated yet. */
  picture: Uint8Array | null
}

/** Returns null if there is nothing to show. */
export type PageReader = (url: string) => Promise<PageSummary | null>

declare module '../../platform/module.ts' {
  interface BaseServices {
    /** Reads the metadata of a web page, for link previews. */
    readPage: PageReader
  }
}

/** What every operation on a conversation uses. */
export const CONVERSATION_NEEDS = ['inTenant', 'now', 'push', 'wake'] as const

export type ConversationDeps = Needs<(typeof CONVERSATION_NEEDS)[number]>
