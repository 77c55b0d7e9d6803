import type { Preferences } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { ownRoom } from '../visibility/index.ts'
import type { ProfileDeps } from './change-profile.ts'
import { preferencesChanged } from './events.ts'

export const getPreferences = ({ inTenant }: ProfileDeps, actor: Actor): Promise<Preferences> =>
  inTenant(actor, async (tx) => {
    const row = await tx
      .selectFrom('users')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', actor.userId)
      .select(['undoSend', 'opensNext'])
      .executeTakeFirst()
    if (!row) throw new AppError('NotSignedIn')
    return row
  })

/** Saves a person's preferences and notifies their other screens. */
export const savePreferences = (deps: ProfileDeps, actor: Actor, changes: Partial<Preferences>): Promise<Preferences> =>
  deps.inTenant(actor, async (tx) => {
    const saved = await tx
      .updateTable('users')
      // Setting a column to itself keeps the statement valid without changes.
      .set(({ ref }) => ({
        undoSend: changes.undoSend ?? ref('undoSend'),
        opensNext: changes.opensNext ?? ref('opensNext'),
      }))
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', actor.userId)
      .returning(['undoSend', 'opensNext'])
      .executeTakeFirst()
    if (!saved) throw new AppError('NotSignedIn')
    const at = deps.now()
    const id = await preferencesChanged.record(tx, { at, audienceUserId: actor.userId })
    tx.afterCommit(() => deps.push(tx.tenantId, [ownRoom(actor.userId)], { type: 'preferences.changed', id, at }))
    return saved
  })
