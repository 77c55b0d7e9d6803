import type { GateBasis, SendingSettings } from '@frontdesk/contract/api'
import type { HoldReason, LegalHoliday, SendGateReason } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { parseSendingSettings } from '../sending/index.ts'
import { type GateInput, readGateInputs } from './gate-inputs.ts'
import { type ContactRegion, contactRegion, findHoliday, nextSendTime, sendingWindowAt } from './quiet-hours.ts'

export interface SendRequest {
  contactPhone: string
  tenantPhone: string
  /**
   * `conversation`: a teammate sends it now. `automatic`: auto-replies, campaigns and scheduled messages, which are
   * held during quiet hours. `keyword-answer`: the single confirmation of an opt-out, which is sent despite the
   * opt-out.
   */
  purpose: 'conversation' | 'automatic' | 'keyword-answer'
  /** Marketing: campaigns and messages to groups, refused also after an opt-out of marketing only. Default: service. */
  isMarketing?: boolean
  /** Not written for this contact by a teammate, such as an auto-reply: the daily limit applies. Default: marketing. */
  isAutomated?: boolean
  /** The stored message that is about to be sent, which does not count against itself. */
  messageId?: string
  at: string
}

/** Reasons that forbid a text at any hour, or one that cannot be held. */
export type Refusal = Exclude<SendGateReason, 'quiet-hours'>

/**
 * Send, hold until a time, or refuse with all reasons. Every outgoing text is checked, again at the time it is sent.
 */
export type SendDecision =
  | { verdict: 'send'; basis: GateBasis }
  | { verdict: 'hold'; reasons: [HoldReason]; until: string; holiday?: LegalHoliday }
  | { verdict: 'refuse'; reasons: Refusal[] }

/**
 * Decides whether a text may be sent now. Marketing takes a recorded opt-in, without exception (47 CFR § 64.1200(a)(2));
 * in Canada a recorded relationship implies consent for a time (CASL, section 10(9)). An opt-out at one of our numbers
 * applies to all of them, except those the contact opted in to. Marketing is refused too if the contact opted out with
 * another of their numbers: it is the person who wants no more of it.
 */
export async function checkSend(tx: TenantTx, request: SendRequest, hasAccount: boolean): Promise<SendDecision> {
  const [decision] = await checkSends(tx, [{ ...request, hasAccount }], request.at)
  if (!decision) throw new Error('The send gate made no decision.')
  return decision
}

/** The same for several texts of one instant, in their order. */
export async function checkSends(
  tx: TenantTx,
  requests: readonly (Omit<SendRequest, 'at'> & { hasAccount: boolean })[],
  at: string,
): Promise<SendDecision[]> {
  const rows = await readGateInputs(tx, requests.map(withDefaults), { at })
  const hours = parseSendingSettings(rows[0]?.settings)
  return pairUp(requests, rows).map(([{ hasAccount, ...request }, inputs]) =>
    decideSend({ ...request, at }, inputs, {
      hasAccount,
      hours,
      timeZone: inputs.timeZone ?? 'UTC',
    }),
  )
}

/** Input of the send gate besides the contact; the same for all texts from one of our numbers. */
export interface SenderRules {
  hasAccount: boolean
  hours: Omit<SendingSettings, 'version'>
  /** Of the location of the number. */
  timeZone: string
}

/** Like `checkSends`, with rules that this transaction has read already, for group messages. */
export async function checkSendsFrom(
  tx: TenantTx,
  requests: readonly (Omit<SendRequest, 'at'> & { rules: SenderRules })[],
  at: string,
): Promise<SendDecision[]> {
  const rows = await readGateInputs(tx, requests.map(withDefaults), { at, hasRules: true })
  return pairUp(requests, rows).map(([{ rules, ...request }, inputs]) => decideSend({ ...request, at }, inputs, rules))
}

const pairUp = <Request>(requests: readonly Request[], rows: readonly GateInput[]): [Request, GateInput][] =>
  requests.flatMap((request, index) => {
    const inputs = rows[index]
    return inputs ? [[request, inputs]] : []
  })

const withDefaults = <Request extends Omit<SendRequest, 'at'>>({
  isMarketing = false,
  isAutomated = isMarketing,
  ...request
}: Request) => ({ ...request, isMarketing, isAutomated })

function decideSend(
  request: SendRequest,
  inputs: GateInput,
  { hasAccount, hours: settings, timeZone }: SenderRules,
): SendDecision {
  const { contactPhone, purpose, isMarketing, isAutomated, at } = withDefaults(request)
  const hours = { ...settings, isMarketing }
  const region = contactRegion(contactPhone, timeZone, inputs)
  const reasons: Refusal[] = []
  if ((inputs.isOptedOut && purpose !== 'keyword-answer') || inputs.isOptedOutElsewhere) reasons.push('opted-out')
  else if (inputs.isMarketingOptedOut) reasons.push('opted-out-of-marketing')
  else if (isMarketing && !inputs.isMarketingOptedIn && !(inputs.hasImpliedConsent && region.country === 'CA'))
    reasons.push('no-consent')
  if (inputs.isInReview) reasons.push('consent-review')
  if (inputs.isBlocked) reasons.push('blocked')
  if (inputs.isLandline) reasons.push('landline')
  if (inputs.isUnreachable && (isAutomated || purpose === 'automatic')) reasons.push('unreachable')
  if (!hasAccount) reasons.push('no-sending-account')
  const mayWait = purpose === 'automatic'
  const limitEnds = isAutomated ? limitEndsAt(inputs.automatedAt, hours.automatedTextsPerDay) : null
  if (limitEnds !== null && !mayWait) reasons.push('daily-limit')
  if (reasons.length > 0) return { verdict: 'refuse', reasons }
  const automated = isAutomated ? { sent: inputs.automatedAt.length, perDay: hours.automatedTextsPerDay } : null
  if (!mayWait) return { verdict: 'send', basis: { hours: null, automated } }
  const opens = nextSendTime(region, hours, at)
  if (limitEnds !== null)
    return { verdict: 'hold', reasons: ['daily-limit'], until: nextSendTime(region, hours, limitEnds) }
  if (isAfter(opens, at)) {
    const holiday = findHoliday(region, hours, at, opens)
    return { verdict: 'hold', reasons: ['quiet-hours'], until: opens, ...(holiday && { holiday }) }
  }
  return { verdict: 'send', basis: { hours: { ...region, ...sendingWindowAt(region, hours, at) }, automated } }
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** When the daily limit lets the next automated text pass; null while it is not reached. Times are newest first. */
function limitEndsAt(automatedAt: readonly string[], perDay: number): string | null {
  const oldest = automatedAt[perDay - 1]
  return oldest === undefined ? null : shift(oldest, DAY_MS)
}

/**
 * Returns a contact's region, the end of current quiet hours there (null outside of them), and whether they are
 * unreachable. For someone who may not see the contact, the region follows from the number alone: an address would tell
 * where they live.
 */
export async function findQuietHours(
  tx: TenantTx,
  request: Pick<SendRequest, 'contactPhone' | 'tenantPhone' | 'at'> & { isContactHidden?: boolean },
): Promise<ContactRegion & { until: string | null; isUnreachable: boolean }> {
  const { region, hours, isUnreachable } = await findSendingHours(tx, request)
  const opens = nextSendTime(region, hours, request.at)
  return { ...region, until: isAfter(opens, request.at) ? opens : null, isUnreachable }
}

/** How many hours earlier such a text may be sent, to avoid quiet hours. */
const MOVED_HOURS_MAX = 14

/**
 * Send times for texts that are useless later, such as reminders: the given time, or if it is in quiet hours, before
 * them; null if that is not after now.
 */
export async function findSendTimesBefore(
  tx: TenantTx,
  { times, ...request }: Pick<SendRequest, 'contactPhone' | 'tenantPhone'> & { times: readonly string[] },
): Promise<{ timeZone: string; times: (string | null)[] }> {
  const now = tx.now()
  const { region, hours } = await findSendingHours(tx, { ...request, at: now })
  const moveEarlier = (time: string): string | null => {
    for (let moved = 0; moved <= MOVED_HOURS_MAX; moved++) {
      const sendAt = shift(time, -moved * HOUR_MS)
      if (!isAfter(sendAt, now)) return null
      if (!isAfter(nextSendTime(region, hours, sendAt), sendAt)) return sendAt
    }
    return null
  }
  return { timeZone: region.timeZones[0] ?? 'UTC', times: times.map(moveEarlier) }
}

async function findSendingHours(
  tx: TenantTx,
  {
    contactPhone,
    tenantPhone,
    at,
    isContactHidden = false,
  }: Pick<SendRequest, 'contactPhone' | 'tenantPhone' | 'at'> & { isContactHidden?: boolean },
) {
  const question = { contactPhone, tenantPhone, isMarketing: false, isAutomated: false }
  const [inputs] = await readGateInputs(tx, [question], { at })
  if (!inputs) throw new Error('A pair of numbers has no inputs.')
  const region = contactRegion(contactPhone, inputs.timeZone ?? 'UTC', isContactHidden ? {} : inputs)
  const hours = { ...parseSendingSettings(inputs.settings), isMarketing: false }
  return { region, hours, isUnreachable: inputs.isUnreachable }
}
