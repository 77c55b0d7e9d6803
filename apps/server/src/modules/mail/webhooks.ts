import type { FastifyInstance } from 'fastify'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'
import { mailFailed } from './events.ts'
import { readMailReferences } from './mail-reference.ts'

const RETURNED_MAIL_PATH = '/webhooks/mail/returned'
const BODY_MAX = 1_000_000

/**
 * Receives reports of returned mail (RFC 3464), as mail servers send them to the sender of a mail: the raw message,
 * such as from a pipe or from an inbound route of a mail service. The signed Message-ID of ours in it is the proof.
 */
export function mountReturnedMail(app: FastifyInstance, deps: Needs<'inTenant' | 'secrets'>): void {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post(RETURNED_MAIL_PATH, { helmet: false }, async (request, reply) => {
      const report = typeof request.body === 'string' ? unfold(request.body) : ''
      const [mail] = readMailReferences(deps, report)
      if (!mail) return reply.code(400).send({ received: false })
      // DSNs also report delayed, relayed and delivered mail.
      if (isFailure(report)) await deps.inTenant(mail, (tx) => recordReturned(tx, mail.id, diagnosticOf(report)))
      return reply.send({ received: true })
    })
  })
}

/** Long header lines are continued on lines that begin with a space. */
const unfold = (text: string): string => text.replaceAll(/\r?\n[ \t]+/g, ' ')

const isFailure = (report: string): boolean => /^Action:\s*failed\b/im.test(report)

const diagnosticOf = (report: string): string => {
  const [, reason] = /^Diagnostic-Code:\s*(.+)$/im.exec(report) ?? /^Status:\s*(.+)$/im.exec(report) ?? []
  return `Returned: ${(reason ?? 'no reason given').trim()}`.slice(0, 500)
}

/** Safe to repeat: only a mail that counts as sent is returned. */
async function recordReturned(tx: TenantTx, id: string, lastError: string): Promise<void> {
  const returned = await tx
    .updateTable('mails')
    .set({ state: 'failed', lastError })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  if (returned) await mailFailed.record(tx, { at: tx.now(), data: { mailID: id } })
}
