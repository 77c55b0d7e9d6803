import type { Needs } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'

/** Services for sending and receiving: those of conversations, the carrier and how to reach it. */
export const MESSAGE_NEEDS = [
  ...CONVERSATION_NEEDS,
  'database',
  'secrets',
  'storage',
  'carrier',
  'sharedAccount',
  'findNumberRoute',
  'readPage',
  'publicUrl',
  'log',
  'metrics',
  'findGroupMessageStops',
  'cancelUnsentRecipients',
  'holdUnsentRecipients',
  'findAutomationStops',
  'skipAutomationRuns',
] as const

export type MessageDeps = Needs<(typeof MESSAGE_NEEDS)[number]>

/** Services for queueing a text: those of conversations, and the carrier account. */
export const SEND_NEEDS = [...CONVERSATION_NEEDS, 'secrets', 'sharedAccount'] as const
export type SendDeps = Needs<(typeof SEND_NEEDS)[number]>
/** The same for texts that may carry a payment request or an estimate. */
export type CarryDeps = SendDeps & Needs<'sentPayments'>

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
