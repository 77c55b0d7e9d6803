import { PAGE_LANGUAGES, type PageLanguage } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findBusinessName } from '../messages/index.ts'
import { CarrierError, findCurrentAccount } from '../messaging/index.ts'
import type { BookingPageDeps } from './deps.ts'
import { mayTextCode } from './may-text-code.ts'
import { proofCode } from './proof-code.ts'
import { SEND_BOOKING_CODE } from './send-code-spec.ts'

const TEXTS: Record<PageLanguage, (code: string, businessName: string) => string> = {
  en: (code, businessName) => `${code} is your code to book at ${businessName}.`,
  es: (code, businessName) => `${code} es su código para reservar en ${businessName}.`,
  fr: (code, businessName) => `${code} est votre code pour réserver chez ${businessName}.`,
}

/**
 * Texts a code once: it is marked as sent before the request to the carrier, and only a request that surely did not
 * reach it is repeated. People ask for another code if none comes.
 */
export const sendBookingCode = defineJob({
  name: SEND_BOOKING_CODE,
  lane: 'sending',
  // Jobs queued by an earlier version have no language.
  payload: z.object({ tenantId: z.uuid(), id: z.uuid(), language: z.enum(PAGE_LANGUAGES).default('en') }),
  run: async (deps: BookingPageDeps, { tenantId, id, language }) => {
    const { inTenant, carrier, secrets } = deps
    await carrier.ensureAvailable()
    const code = await inTenant({ tenantId }, async (tx) => {
      const proof = await tx
        .updateTable('bookingProofs')
        .set({ sentAt: tx.now() })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', id)
        .where('sentAt', 'is', null)
        .returning(['phone', 'tenantPhone', 'expiresAt'])
        .executeTakeFirst()
      // The visitor may have opted out while the code was queued.
      const isAllowed = proof && isAfter(proof.expiresAt, tx.now()) && (await mayTextCode(tx, proof))
      const current = isAllowed ? await findCurrentAccount(deps, tx) : null
      return proof && current && { ...proof, account: current.account, businessName: await findBusinessName(tx) }
    })
    if (!code) return
    try {
      await carrier.send(code.account, {
        from: code.tenantPhone,
        to: code.phone,
        body: TEXTS[language](proofCode(secrets.visitKey, id), code.businessName),
        mediaUrls: [],
      })
    } catch (error) {
      if (!(error instanceof CarrierError) || error.outcome === 'unknown') throw error
      const isRefused = error.outcome === 'refused'
      await inTenant({ tenantId }, (tx) =>
        tx
          .updateTable('bookingProofs')
          .set(isRefused ? { failedAt: tx.now() } : { sentAt: null })
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', id)
          .execute(),
      )
      if (!isRefused) throw error
    }
  },
})
