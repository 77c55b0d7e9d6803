import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { type SettingDeps, tellOfSetting } from '../settings/index.ts'
import { lockTemplate } from './queries.ts'

export const removeTemplate = (deps: SettingDeps, actor: Actor, id: string): Promise<{ success: true }> =>
  deps.inTenant(actor, async (tx) => {
    const template = await lockTemplate(tx, actor, id)
    if (!template) throw new AppError('TemplateNotFound')
    const at = deps.now()
    await tx.deleteFrom('templates').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
    await tellOfSetting(deps, tx, { subject: 'templates', actorUserId: actor.userId, at })
    await recordAudit(tx, { action: 'template.removed', actor, subject: template.title, at })
    return { success: true }
  })
