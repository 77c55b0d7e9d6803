import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { defineModule, type Needs } from '../../platform/module.ts'
import { getNumbering, saveNumbering } from './number-series.ts'
import { readPaymentConfigs, savePaymentConfigs } from './settings.ts'

/** How a business asks for money: numbering, taxes, terms, saved items, deposits, and how documents look. */
export const paymentConfigsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ paymentConfigs: paymentConfigRoutes(api, services) }),
  settings: ['payments'],
})

function paymentConfigRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.paymentConfigs.get.handler(transaction(async (tx) => wrap(await readPaymentConfigs(tx)))),
    save: api.paymentConfigs.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await savePaymentConfigs(tx, actor, input))),
    ),
    getNumbering: api.paymentConfigs.getNumbering.handler(
      transaction(async (tx) => wrap({ series: await getNumbering(tx) })),
    ),
    saveNumbering: api.paymentConfigs.saveNumbering.handler(
      transaction(async (tx, { actor, input }) => wrap({ series: await saveNumbering(tx, actor, input) })),
    ),
  }
}
