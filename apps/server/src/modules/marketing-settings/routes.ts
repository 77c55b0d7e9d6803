import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { changeSetting } from '../settings/index.ts'
import { MARKETING, readMarketingSettings } from './settings.ts'

export function marketingSettingsRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.marketingSettings.get.handler(transaction(async (tx) => wrap(await readMarketingSettings(tx)))),
    save: api.marketingSettings.save.handler(
      transaction(async (tx, { actor, input: { version: expected, ...changes } }) =>
        wrap(
          await changeSetting(tx, actor, MARKETING, {
            changes,
            expected,
            subject: 'marketing',
            auditSubject: 'Marketing',
          }),
        ),
      ),
    ),
  }
}
