import type { ContactStatus } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ChangeRun,
  type ChangeStep,
  changeAll,
  closeChange,
  defineChange,
  groupByPrevious,
  reopen,
} from '../changes/index.ts'
import { clearStatusKeys, setStatusOfContacts } from '../contact-rows/index.ts'
import { conversationStatusChanged } from '../conversations/events.ts'
import { readSetting } from '../settings/index.ts'
import { findStatus, STATUSES } from './statuses.ts'

const has = (key: string | null) => sql<boolean>`c.status_key is not distinct from ${key}`

const idsOf = (conversations: readonly { id: string }[]) => conversations.map(({ id }) => id)

const authorOf = ({ by, at }: ChangeRun) => ({ userId: by?.userId ?? null, at })

const statusSet = (status: ContactStatus | null): ChangeStep => ({
  set: { statusKey: status?.key ?? null },
  event: conversationStatusChanged.of({ after: status?.key ?? null }),
  update: { kind: 'status-changed', value: status?.name ?? null },
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
    const changed = await run.step(ids, statusSet(input.status))
    await setStatusOfContacts(run.tx, authorOf(run), {
      conversationIds: idsOf(changed),
      statusKey: input.status?.key ?? null,
    })
    if (input.status?.type !== 'closed') return changed
    const closed = await closeChange.apply(run, idsOf(changed), { rule: 'status' })
    return changed.map((conversation) => closed.find(({ id }) => id === conversation.id) ?? conversation)
  },
  undo: async (run, previous, input) => {
    if (!input) return
    const isUnchanged = has(input.status?.key ?? null)
    if (input.status?.type === 'closed')
      await reopen(run, new Map([...previous].filter(([, { isClosed }]) => !isClosed)), isUnchanged)
    const { statuses } = await readSetting(run.tx, STATUSES)
    for (const [key, ids] of groupByPrevious(previous, ({ statusKey }) => statusKey)) {
      const status = statuses.find((each) => each.key === key) ?? null
      const restored = await run.step(ids, { ...statusSet(status), only: isUnchanged })
      await setStatusOfContacts(run.tx, authorOf(run), {
        conversationIds: idsOf(restored),
        statusKey: status?.key ?? null,
      })
    }
  },
})

/** Clears deleted statuses from every contact and conversation that has them. Open screens refetch their lists. */
export async function clearStatuses(
  tx: TenantTx,
  { keys, by, at }: { keys: string[]; by: Actor; at: string },
): Promise<void> {
  if (keys.length === 0) return
  await changeAll(tx, sql<boolean>`c.status_key = any(${keys})`, statusSet(null), { by, at })
  await clearStatusKeys(tx, keys)
}
