import type { View } from '@frontdesk/contract/api'
import { can, fromSearchText, toSearchText } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { listViews } from './queries.ts'

const MAX_OWN_VIEWS = 50
const MAX_SHARED_VIEWS = 100

interface Draft {
  id?: string | undefined
  name: string
  search: string
  isShared: boolean
}

/** Adds or updates a view. Unknown search parameters are dropped. */
export async function saveView(tx: TenantTx, actor: Actor, draft: Draft): Promise<View> {
  const existing = draft.id === undefined ? null : await accessView(tx, actor, draft.id)
  const isSharedChange = draft.isShared || existing?.isShared === true
  if (isSharedChange && !can(actor, 'admin_manage_settings')) {
    throw new AppError('Forbidden', { permission: 'admin_manage_settings' })
  }
  const at = tx.now()
  const id = draft.id ?? newId()
  const views = await listViews(tx, actor)
  if (draft.isShared && !existing?.isShared && views.filter(({ isShared }) => isShared).length >= MAX_SHARED_VIEWS) {
    throw new AppError('TooManySharedViews')
  }
  const values = { name: draft.name, search: toSearchText(fromSearchText(draft.search)), isShared: draft.isShared }
  if (existing) {
    await tx
      .updateTable('conversationViews')
      .set(values)
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  } else {
    if (views.filter(({ isOwn }) => isOwn).length >= MAX_OWN_VIEWS) throw new AppError('TooManyViews')
    await tx
      .insertInto('conversationViews')
      .values({ tenantId: tx.tenantId, id, userId: actor.userId, createdAt: at, ...values })
      .execute()
  }
  await recordSettingChanged(tx, { subject: 'views', actorUserId: actor.userId, isPrivate: !isSharedChange, at })
  if (isSharedChange) {
    await recordAudit(tx, {
      action: 'setting.changed',
      actor,
      subject: 'Shared views',
      data: { saved: draft.name },
      at,
    })
  }
  return { id, ...values, isOwn: existing?.isOwn ?? true }
}

export async function deleteView(tx: TenantTx, actor: Actor, id: string): Promise<View[]> {
  const view = await accessView(tx, actor, id)
  const at = tx.now()
  await tx.deleteFrom('conversationViews').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordSettingChanged(tx, { subject: 'views', actorUserId: actor.userId, isPrivate: !view.isShared, at })
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
}

/** Finds a view the actor may change: their own, or a shared one with permission to manage settings. */
async function accessView(tx: TenantTx, actor: Actor, id: string): Promise<View> {
  const view = (await listViews(tx, actor)).find((candidate) => candidate.id === id)
  if (!view || !(view.isOwn || can(actor, 'admin_manage_settings'))) throw new AppError('ViewNotFound')
  return view
}
