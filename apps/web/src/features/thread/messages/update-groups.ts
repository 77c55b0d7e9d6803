import type { LogUpdate } from '@frontdesk/contract/api'
import type { MessageRow } from './message-rows.ts'

/** Fewer say more as they are. */
const FOLD_FROM = 3

/** What has an action of its own, words to read, or is looked for later stays a line of its own. */
const FOLDED: ReadonlySet<LogUpdate['kind']> = new Set([
  'opened',
  'closed',
  'assigned',
  'unassigned',
  'foldered',
  'moved',
  'renamed',
  'snoozed',
  'woken',
  'reassigned',
  'handled',
  'status-changed',
])

const canFold = ({ message: { attributes } }: MessageRow) =>
  attributes.type === 'update' && FOLDED.has(attributes.update.kind) && !attributes.update.note

/** The rows of a conversation, with those of several log entries in a row taken together. */
export function groupUpdates(rows: readonly MessageRow[]): MessageRow[][] {
  const groups: MessageRow[][] = []
  let run: MessageRow[] = []
  const endRun = () => {
    groups.push(...(run.length >= FOLD_FROM ? [run] : run.map((row) => [row])))
    run = []
  }
  for (const row of rows) {
    if (row.opensDay || !canFold(row)) endRun()
    if (canFold(row)) run.push(row)
    else groups.push([row])
  }
  endRun()
  return groups
}

/** How often each kind happened, in the order in which they first did. */
export function countKinds(rows: readonly MessageRow[]): Map<LogUpdate['kind'], number> {
  const counts = new Map<LogUpdate['kind'], number>()
  for (const { message } of rows) {
    if (message.attributes.type !== 'update') continue
    const { kind } = message.attributes.update
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
