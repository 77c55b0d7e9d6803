import type { View } from '@frontdesk/contract/api'
import { can, fromSearchText, toSearchText } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { type SettingDeps, tellOfSetting } from '../settings/index.ts'
import { listViews } from './queries.ts'

const OWN_MAX = 50
const SHARED_MAX = 100

interface Draft {
  id?: string | undefined
  name: string
  search: string
  isShared: boolean
}

/** Adds a view, or changes the one with this id. What of the address makes no sense is not kept. */
export const saveView = (deps: SettingDeps, actor: Actor, draft: Draft): Promise<View> =>
  deps.inTenant(actor, async (tx) => {
    const before = draft.id === undefined ? null : await accessView(tx, actor, draft.id)
    const touchesShared = draft.isShared || before?.isShared === true
    if (touchesShared && !can(actor, 'admin_manage_settings')) {
      throw new AppError('Forbidden', { permission: 'admin_manage_settings' })
    }
    const at = deps.now()
    const id = draft.id ?? newId()
    const views = await listViews(tx, actor)
    if (draft.isShared && !before?.isShared && views.filter(({ isShared }) => isShared).length >= SHARED_MAX) {
      throw new AppError('TooManySharedViews')
    }
    const values = { name: draft.name, search: toSearchText(fromSearchText(draft.search)), isShared: draft.isShared }
    if (before) {
      await tx
        .updateTable('conversationViews')
        .set(values)
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', id)
        .execute()
    } else {
      if (views.filter(({ isOwn }) => isOwn).length >= OWN_MAX) throw new AppError('TooManyViews')
      await tx
        .insertInto('conversationViews')
        .values({ tenantId: tx.tenantId, id, userId: actor.userId, createdAt: at, ...values })
        .execute()
    }
    await tellOfSetting(deps, tx, { subject: 'views', actorUserId: actor.userId, at })
    if (touchesShared) {
      await recordAudit(tx, {
        action: 'setting.changed',
        actor,
        subject: 'Shared views',
        data: { saved: draft.name },
        at,
      })
    }
    return { id, ...values, isOwn: before?.isOwn ?? true }
  })

export const deleteView = (deps: SettingDeps, actor: Actor, id: string): Promise<View[]> =>
  deps.inTenant(actor, async (tx) => {
    const view = await accessView(tx, actor, id)
    const at = deps.now()
    await tx.deleteFrom('conversationViews').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
    await tellOfSetting(deps, tx, { subject: 'views', actorUserId: actor.userId, at })
    if (view.isShared) {
      await recordAudit(tx, {
        action: 'setting.changed',
        actor,
        subject: 'Shared views',
        data: { deleted: view.name },
        at,
      })
    }
    return listViews(tx, actor)
  })

/** A view the actor may change: their own, or a shared one for who manages the settings. Others are not there. */
async function accessView(tx: TenantTx, actor: Actor, id: string): Promise<View> {
  const view = (await listViews(tx, actor)).find((one) => one.id === id)
  if (!view || !(view.isOwn || can(actor, 'admin_manage_settings'))) throw new AppError('ViewNotFound')
  return view
}
