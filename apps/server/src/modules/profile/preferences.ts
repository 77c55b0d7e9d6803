import type { Preferences } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { ownRoom } from '../visibility/index.ts'
import { preferencesChanged } from './events.ts'

export async function getPreferences(tx: TenantTx, actor: Actor): Promise<Preferences> {
  const row = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', actor.userId)
    .select(['undoSend', 'opensNext'])
    .executeTakeFirst()
  if (!row) throw new AppError('NotSignedIn')
  return row
}

/** Saves a person's preferences and notifies their other screens. */
export async function savePreferences(tx: TenantTx, actor: Actor, changes: Partial<Preferences>): Promise<Preferences> {
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
  const at = tx.now()
  const id = await preferencesChanged.record(tx, { at, audienceUserId: actor.userId })
  tx.publish([ownRoom(actor.userId)], { type: 'preferences.changed', id, at })
  return saved
}
