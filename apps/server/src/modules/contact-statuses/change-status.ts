import type { Conversation } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { type ConversationDeps, setStatus } from '../conversations/index.ts'
import { readSetting } from '../settings/index.ts'
import { STATUSES } from './statuses.ts'

export const changeStatus = (
  deps: ConversationDeps,
  actor: Actor,
  { sid, statusKey }: { sid: string; statusKey: string | null },
): Promise<Conversation> =>
  deps.inTenant(actor, async (tx) => {
    // Held, so that it is not taken away in this very moment.
    const { statuses } = await readSetting(tx, STATUSES, 'change')
    const status = statuses.find(({ key }) => key === statusKey) ?? null
    // First what may not be seen at all; what was set is taken back with the refusal.
    const after = await setStatus(deps, tx, actor, { sid, status })
    if (statusKey !== null && status === null) throw new AppError('ContactStatusUnknown')
    return after
  })
