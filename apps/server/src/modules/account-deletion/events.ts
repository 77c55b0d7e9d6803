import type { RealtimeEvent } from '@frontdesk/contract/api'
import { defineEvent, type LoggedEvent } from '../../platform/events/define-event.ts'

const catchUp = (events: Pick<LoggedEvent, 'id' | 'at'>[]): RealtimeEvent[] =>
  events.map(({ id, at }) => ({ type: 'account.changed', id, at }))

export const deletionRequested = defineEvent('account.deletion-requested', { catchUp })
export const deletionCancelled = defineEvent('account.deletion-cancelled', { catchUp })
export const exportStarted = defineEvent('account.export-started', { catchUp })
export const exportFinished = defineEvent('account.export-finished', { catchUp })
