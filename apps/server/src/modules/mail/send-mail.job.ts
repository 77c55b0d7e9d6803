import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { mailFailed } from './events.ts'
import { mailReference } from './mail-reference.ts'
import { MailError, type Mailer, type MailFile } from './mailer.ts'

export const SEND_MAIL = 'send-mail'

declare module '../../platform/module.ts' {
  interface BaseServices {
    mailer: Mailer
  }
  interface ModuleServices {
    /** Draws the PDF of a payment document, and reads its files. */
    drawDocumentFiles: (document: { tenantId: string; documentId: string }) => Promise<MailFile[]>
  }
}

export type MailDeps = Needs<'inTenant' | 'mailer' | 'now' | 'secrets' | 'drawDocumentFiles'>

const Payload = z.object({ tenantId: z.uuid(), mailId: z.uuid() })

/**
 * Sends an email. Safe to run twice: a sent email is skipped. If the process dies before storing the server's response,
 * the email is sent again with the same Message-ID: at least once, not at most once.
 */
export const sendMail = defineJob({
  name: SEND_MAIL,
  lane: 'mail',
  payload: Payload,
  run: async ({ inTenant, mailer, now, secrets, drawDocumentFiles }: MailDeps, { tenantId, mailId }, { isLast }) => {
    const scope = { tenantId }
    const mail = await inTenant(scope, (tx) =>
      tx
        .selectFrom('mails as m')
        .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'm.userId'))
        .where('m.tenantId', '=', tx.tenantId)
        .where('m.id', '=', mailId)
        .where('m.state', '=', 'queued')
        .selectAll('m')
        .select('u.removedAt')
        .executeTakeFirst(),
    )
    if (!mail) return
    const recordOutcome = (state: 'queued' | 'sent' | 'failed', lastError: string | null) =>
      inTenant(scope, async (tx) => {
        await tx
          .updateTable('mails')
          .set((eb) => ({
            state,
            lastError,
            attempts: eb('attempts', '+', 1),
            ...(state !== 'queued' && { text: null, html: null, calendar: null, settledAt: now() }),
          }))
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', mailId)
          .execute()
        if (state === 'failed') await mailFailed.record(tx, { at: tx.now(), data: { mailID: mailId } })
      })
    if (mail.expiresAt && isAfter(now(), mail.expiresAt)) {
      await recordOutcome('failed', mail.lastError ?? 'It couldn’t be sent in time.')
      return
    }
    if (mail.removedAt !== null) {
      await recordOutcome('failed', 'Its recipient was removed from the team.')
      return
    }
    const { attachedDocumentId: documentId } = mail
    try {
      const files = documentId === null ? [] : await drawDocumentFiles({ tenantId, documentId })
      const { recipient, subject, text, html, calendarMethod: method, calendar: content } = mail
      const calendar = method !== null && content !== null ? { method, content } : null
      const messageId = mailReference({ secrets }, { tenantId, id: mailId })
      await mailer.send({
        ...{ messageId, to: recipient, subject, text: text ?? '', html: html ?? '', calendar, files },
      })
    } catch (error) {
      if (!(error instanceof MailError || error instanceof AppError)) throw error
      const isFinal = isLast || isFinalFailure(error, mail)
      await recordOutcome(isFinal ? 'failed' : 'queued', error.message.slice(0, 500))
      if (!isFinal) throw error
      return
    }
    await recordOutcome('sent', null)
  },
})

/** The server may have been busy, but not this often. */
const SLOW_PDFS_MAX = 3

function isFinalFailure(error: MailError | AppError, { attempts }: { attempts: number }): boolean {
  if (error instanceof MailError) return error.isFinal
  // The document no longer exists.
  if (error.code === 'PaymentLinkInvalid') return true
  return error.code === 'PdfTooSlow' && attempts + 1 >= SLOW_PDFS_MAX
}
