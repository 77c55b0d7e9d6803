import type { Preferences } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { ownRoom } from '../conversations/index.ts'
import type { ProfileDeps } from './change-profile.ts'

export const getPreferences = ({ inTenant }: ProfileDeps, actor: Actor): Promise<Preferences> =>
  inTenant(actor, async (tx) => {
    const row = await tx
      .selectFrom('users')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', actor.userId)
      .select('undoSend')
      .executeTakeFirst()
    if (!row) throw new AppError('NotSignedIn')
    return row
  })

/** Keeps how somebody likes to work, and tells their other screens. */
export const savePreferences = (deps: ProfileDeps, actor: Actor, { undoSend }: Preferences): Promise<Preferences> =>
  deps.inTenant(actor, async (tx) => {
    await tx
      .updateTable('users')
      .set({ undoSend })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', actor.userId)
      .execute()
    const at = deps.now()
    const id = await recordEvent(tx, { type: 'preferences.changed', at, audienceUserId: actor.userId })
    tx.afterCommit(() => deps.push(tx.tenantId, [ownRoom(actor.userId)], { type: 'preferences.changed', id, at }))
    return { undoSend }
  })
