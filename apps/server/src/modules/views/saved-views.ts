import type { View } from '@frontdesk/contract/api'
import { can, type ErrorCode, type SettingSubject, type Viewer } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'

const MAX_OWN_VIEWS = 50
const MAX_SHARED_VIEWS = 100

/** A list of which filters are saved under names. */
export interface ViewKind {
  list: Row<'savedViews'>['list']
  subject: SettingSubject
  /** Of shared views in the audit log. */
  auditSubject: string
  errors: { notFound: ErrorCode; tooMany: ErrorCode; tooManyShared: ErrorCode }
  /** The query string without unknown parameters. */
  normalize: (search: string) => string
}

interface Draft {
  id?: string | undefined
  name: string
  search: string
  isShared: boolean
}

/** The actor's own views, and shared ones. */
export async function listSavedViews(tx: TenantTx, actor: Viewer, { list }: ViewKind): Promise<View[]> {
  const rows = await tx
    .selectFrom('savedViews')
    .where('tenantId', '=', tx.tenantId)
    .where('list', '=', list)
    .where((where) => where.or([where('userId', '=', actor.userId), where('isShared', '=', true)]))
    .select(['id', 'name', 'search', 'isShared', 'userId'])
    .orderBy('isShared', 'desc')
    .orderBy((order) => order.fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.map(({ userId, ...view }) => ({ ...view, isOwn: userId === actor.userId }))
}

/** Adds or updates a view. */
export async function saveView(tx: TenantTx, actor: Actor, kind: ViewKind, draft: Draft): Promise<View> {
  const { list, subject, auditSubject, errors, normalize } = kind
  const existing = draft.id === undefined ? null : await accessView(tx, actor, kind, draft.id)
  const isSharedChange = draft.isShared || existing?.isShared === true
  if (isSharedChange && !can(actor, 'admin_manage_settings')) {
    throw new AppError('Forbidden', { permission: 'admin_manage_settings' })
  }
  const at = tx.now()
  const id = draft.id ?? newId()
  const views = await listSavedViews(tx, actor, kind)
  if (draft.isShared && !existing?.isShared && views.filter(({ isShared }) => isShared).length >= MAX_SHARED_VIEWS) {
    throw new AppError(errors.tooManyShared)
  }
  const values = { name: draft.name, search: normalize(draft.search), isShared: draft.isShared }
  if (existing) {
    await tx.updateTable('savedViews').set(values).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  } else {
    if (views.filter(({ isOwn }) => isOwn).length >= MAX_OWN_VIEWS) throw new AppError(errors.tooMany)
    await tx
      .insertInto('savedViews')
      .values({ tenantId: tx.tenantId, id, list, userId: actor.userId, createdAt: at, ...values })
      .execute()
  }
  await recordSettingChanged(tx, { subject, actorUserId: actor.userId, isPrivate: !isSharedChange, at })
  if (isSharedChange) {
    await recordAudit(tx, { action: 'setting.changed', actor, subject: auditSubject, data: { saved: draft.name }, at })
  }
  return { id, ...values, isOwn: existing?.isOwn ?? true }
}

/** Deletes a view. Returns those that are left. */
export async function deleteView(tx: TenantTx, actor: Actor, kind: ViewKind, id: string): Promise<View[]> {
  const view = await accessView(tx, actor, kind, id)
  const at = tx.now()
  await tx.deleteFrom('savedViews').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  const { subject, auditSubject } = kind
  await recordSettingChanged(tx, { subject, actorUserId: actor.userId, isPrivate: !view.isShared, at })
  if (view.isShared) {
    await recordAudit(tx, { action: 'setting.changed', actor, subject: auditSubject, data: { deleted: view.name }, at })
  }
  return listSavedViews(tx, actor, kind)
}

/** Finds a view the actor may change: their own, or a shared one with permission to manage settings. */
async function accessView(tx: TenantTx, actor: Actor, kind: ViewKind, id: string): Promise<View> {
  const view = (await listSavedViews(tx, actor, kind)).find((candidate) => candidate.id === id)
  if (!view || !(view.isOwn || can(actor, 'admin_manage_settings'))) throw new AppError(kind.errors.notFound)
  return view
}
