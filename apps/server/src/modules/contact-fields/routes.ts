import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { readSetting } from '../settings/index.ts'
import { CONTACT_FIELDS } from './fields.ts'
import { saveFields } from './save-fields.ts'

export function contactFieldRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.contactFields.get.handler(transaction((tx) => readSetting(tx, CONTACT_FIELDS))),
    save: api.contactFields.save.handler(transaction((tx, { actor, input }) => saveFields(tx, actor, input))),
  }
}
