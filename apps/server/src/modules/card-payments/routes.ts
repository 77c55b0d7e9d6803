import { AppError, violates } from '../../platform/errors.ts'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { chargeCard } from './charge-card.ts'
import type { CardDeps } from './deps.ts'
import { drawFiles, evidenceFilePath } from './evidence-files.ts'
import { getCardPayments } from './get-card-payments.ts'
import { removeCard } from './remove-card.ts'
import { getEvidence, submitEvidence } from './submit-evidence.ts'

export function cardPaymentRoutes(api: Api, deps: CardDeps & Needs<'drawEvidence'>) {
  const transaction = inTransaction(deps)
  const { cardPayments } = api
  return {
    get: cardPayments.get.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getCardPayments(deps, tx, actor, id))),
    ),
    // The document is locked before the client’s id is looked up, so the same request twice at once is one charge.
    charge: cardPayments.charge.handler((request) =>
      transaction<typeof request.input, ReturnType<typeof wrap<Awaited<ReturnType<typeof chargeCard>>>>>(
        async (tx, { actor, input }) => wrap(await chargeCard(deps, tx, actor, input)),
      )(request).catch((error: unknown) => {
        throw violates(error, 'payments_client_id') ? new AppError('ClientPaymentIdReused') : error
      }),
    ),
    removeCard: cardPayments.removeCard.handler(
      transaction(async (tx, { actor, input }) => wrap(await removeCard(deps, tx, actor, input))),
    ),
    getEvidence: cardPayments.getEvidence.handler(async ({ context, input: { id } }) => {
      const actor = signedIn(context)
      const evidence = await deps.inTenant(actor, (tx) => getEvidence(tx, actor, id))
      // Drawn after the transaction, and listed as they will be sent: which of them fit is known once they are drawn.
      const files = await drawFiles(deps, actor.tenantId, evidence.files)
      return wrap({
        ...evidence,
        files: files.map(({ kind, filename }) => ({ kind, filename, url: evidenceFilePath(id, kind) })),
      })
    }),
    submitEvidence: cardPayments.submitEvidence.handler(
      transaction(async (tx, { actor, input }) => wrap(await submitEvidence(deps, tx, actor, input))),
    ),
  }
}
