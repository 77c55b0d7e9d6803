import type { ContactStatus } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { conversationStatusChanged } from '../conversations/events.ts'
import {
  type ChangeRun,
  changeManyQuietly,
  closeChange,
  defineChange,
  groupByPrevious,
  reopen,
} from '../conversations/index.ts'
import { readSetting } from '../settings/index.ts'
import { findStatus, STATUSES } from './statuses.ts'

const has = (key: string | null) => sql<boolean>`c.status_key is not distinct from ${key}`

const setStatus = (run: ChangeRun, ids: readonly string[], status: ContactStatus | null, only?: RawBuilder<boolean>) =>
  run.step(ids, {
    set: { statusKey: status?.key ?? null },
    event: conversationStatusChanged.of({ after: status?.key ?? null }),
    update: { kind: 'status-changed', value: status?.name ?? null },
    ...(only && { only }),
  })

/** Null: the status no longer exists. */
type Input = { status: ContactStatus | null } | null

/** Sets a status, or none. A status of the closed type closes the conversations that get it. */
export const statusChange = defineChange<'status', Input>({
  kind: 'status',
  isAllowed: (viewer) => can(viewer, 'contacts_edit'),
  check: async (tx, actor, { statusKey }) => {
    if (!can(actor, 'contacts_edit')) throw new AppError('Forbidden', { permission: 'contacts_edit' })
    if (statusKey === null) return null
    const { statuses } = await readSetting(tx, STATUSES)
    const status = statuses.find(({ key }) => key === statusKey)
    if (!status) throw new AppError('ContactStatusUnknown')
    return status.name
  },
  load: async (tx, { statusKey }) => {
    if (statusKey === null) return { status: null }
    const status = await findStatus(tx, statusKey)
    return status ? { status } : null
  },
  apply: async (run, ids, input) => {
    if (!input) return []
    const changed = await setStatus(run, ids, input.status)
    if (input.status?.type !== 'closed') return changed
    const closed = await closeChange.apply(
      run,
      changed.map(({ id }) => id),
      { rule: 'status' },
    )
    return changed.map((conversation) => closed.find(({ id }) => id === conversation.id) ?? conversation)
  },
  undo: async (run, previous, input) => {
    if (!input) return
    const isUnchanged = has(input.status?.key ?? null)
    if (input.status?.type === 'closed')
      await reopen(run, new Map([...previous].filter(([, { isClosed }]) => !isClosed)), isUnchanged)
    const { statuses } = await readSetting(run.tx, STATUSES)
    for (const [key, ids] of groupByPrevious(previous, ({ statusKey }) => statusKey))
      await setStatus(run, ids, statuses.find((status) => status.key === key) ?? null, isUnchanged)
  },
})

/** Clears statuses that no longer exist from every conversation that has them. Open screens refetch their lists. */
export async function clearStatuses(
  tx: TenantTx,
  { keys, by, at }: { keys: string[]; by: Actor; at: string },
): Promise<void> {
  if (keys.length === 0) return
  await changeManyQuietly(tx, {
    which: sql<boolean>`c.status_key = any(${keys})`,
    set: { statusKey: null },
    event: conversationStatusChanged.of({ after: null }),
    by,
    at,
  })
}
