import type { LogUpdate } from '@frontdesk/contract/api'
import type { MessageRow } from './message-rows.ts'

/** Fewer updates are not grouped. */
const FOLD_FROM = 3

/** Updates with an action or text, or that people search for later, stay separate lines. */
const FOLDED: ReadonlySet<LogUpdate['kind']> = new Set([
  'opened',
  'closed',
  'assigned',
  'unassigned',
  'foldered',
  'moved',
  'renamed',
  'snoozed',
  'unsnoozed',
  'reassigned',
  'handled',
  'status-changed',
])

const canFold = ({ message: { attributes } }: MessageRow) =>
  attributes.type === 'update' && FOLDED.has(attributes.update.kind) && !attributes.update.note

/** The rows of a conversation, with consecutive updates grouped. */
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

/** The count of each kind, by first occurrence. */
export function countKinds(rows: readonly MessageRow[]): Map<LogUpdate['kind'], number> {
  const counts = new Map<LogUpdate['kind'], number>()
  for (const { message } of rows) {
    if (message.attributes.type !== 'update') continue
    const { kind } = message.attributes.update
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
