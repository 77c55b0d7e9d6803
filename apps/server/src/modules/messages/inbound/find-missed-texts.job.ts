import { z } from 'zod'
import { shift } from '../../../platform/clock.ts'
import { defineJob, type JobSpec } from '../../../platform/jobs/define-job.ts'
import type { MessageDeps } from '../deps.ts'
import { receiveMessage } from './receive-message.ts'

export const FIND_MISSED_TEXTS = 'find-missed-texts'

/** Checks a single number. */
export const missedTextsSpec = (phoneNumber: string): JobSpec => ({
  identifier: FIND_MISSED_TEXTS,
  payload: { phoneNumber },
  jobKey: `missed-texts:${phoneNumber}`,
})

/**
 * Fetches texts after webhooks for a number were refused. Runs once the carrier has given up on all of them, so it
 * doesn't wait `SETTLED_MS` for webhooks that may still be in flight.
 */
export const refusedTextsSpec = (phoneNumber: string, now: string): JobSpec => ({
  identifier: FIND_MISSED_TEXTS,
  payload: { phoneNumber, wereRefused: true },
  jobKey: `refused-texts:${phoneNumber}`,
  runAt: shift(now, REFUSED_MS),
})

const DAY_MS = 24 * 60 * 60_000
/** Younger texts are skipped, because their webhook may still be in flight. */
const SETTLED_MS = 2 * 60_000
/** Twilio times out after 15 seconds. */
const REFUSED_MS = 15_000

/**
 * Fetches the texts of the last day from the carrier and stores those whose webhook never arrived, for example because
 * the server was down. Safe to run twice: texts are unique by the carrier's id.
 */
export const findMissedTexts = defineJob({
  name: FIND_MISSED_TEXTS,
  schedule: '7 * * * *',
  runsAtStart: true,
  lane: 'carrier',
  payload: z.object({ phoneNumber: z.string().optional(), wereRefused: z.boolean().optional() }).nullish(),
  run: async (deps: MessageDeps, only) => {
    const numbers = only?.phoneNumber
      ? [{ phoneNumber: only.phoneNumber }]
      : await deps.database.directory.selectFrom('directory.phoneNumbers').select('phoneNumber').execute()
    const now = deps.now()
    for (const { phoneNumber } of numbers) {
      const route = await deps.findNumberRoute(phoneNumber)
      if (!route) continue
      const received = await deps.carrier
        .findReceived(route.account, { to: phoneNumber, since: shift(now, -DAY_MS) })
        .catch((error) => {
          deps.log.warn({ err: error }, 'failed to list received texts of a number')
          return []
        })
      const settledBefore = shift(now, -(only?.wereRefused ? REFUSED_MS : SETTLED_MS))
      const settled = received.filter((text) => Temporal.Instant.compare(text.createdAt, settledBefore) < 0)
      for (const text of settled) {
        const media = await mediaOf(deps, route.account, text)
        const outcome = await receiveMessage(deps, route, {
          providerSid: text.providerSid,
          from: text.from,
          body: text.body,
          optOutType: undefined,
          media,
          at: text.createdAt,
        })
        if (outcome === 'stored') deps.metrics.inbound.inc({ outcome: 'found-later' })
      }
    }
  },
})

const mediaOf = (
  deps: MessageDeps,
  account: Parameters<MessageDeps['carrier']['listMedia']>[0],
  text: { providerSid: string; mediaCount: number },
) => (text.mediaCount > 0 ? deps.carrier.listMedia(account, text.providerSid) : [])
