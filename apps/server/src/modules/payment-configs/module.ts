import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { defineModule } from '../../platform/module.ts'
import { clearUnusedLogos } from './clear-logos.ts'
import { type LogoDeps, mountLogos, uploadLogo } from './logos.ts'
import { getNumbering, saveNumbering } from './number-series.ts'
import { readPaymentConfigs, savePaymentConfigs } from './settings.ts'

/** How a business asks for money: numbering, taxes, terms, saved items, deposits, and how documents look. */
export const paymentConfigsModule = defineModule({
  needs: ['inTenant', 'storage', 'authenticateFiles'],
  routes: (api, services) => ({ paymentConfigs: paymentConfigRoutes(api, services) }),
  http: [mountLogos],
  settings: ['payments'],
  cleanups: [clearUnusedLogos],
})

function paymentConfigRoutes(api: Api, services: LogoDeps) {
  const transaction = inTransaction(services)
  return {
    get: api.paymentConfigs.get.handler(transaction(async (tx) => wrap(await readPaymentConfigs(tx)))),
    save: api.paymentConfigs.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await savePaymentConfigs(tx, actor, input))),
    ),
    // The logo is remade and stored before the transaction.
    uploadLogo: api.paymentConfigs.uploadLogo.handler(async ({ context, input }) =>
      wrap(await uploadLogo(services, signedIn(context), input.file)),
    ),
    getNumbering: api.paymentConfigs.getNumbering.handler(
      transaction(async (tx) => wrap({ series: await getNumbering(tx) })),
    ),
    saveNumbering: api.paymentConfigs.saveNumbering.handler(
      transaction(async (tx, { actor, input }) => wrap({ series: await saveNumbering(tx, actor, input) })),
    ),
  }
}
