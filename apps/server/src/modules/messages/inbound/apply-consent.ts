import type { TenantTx } from '../../../platform/database/database.ts'
import { lockConversationsOfNumbers, refreshConversations, updateBlockedAndOptedOut } from '../../changes/index.ts'
import { recordContactOfNumberUpdated } from '../../contact-rows/index.ts'
import { contactChanged } from '../../conversations/events.ts'
import { isOptedOut, parseKeyword, type Revocation, recordConsent } from '../../messaging/index.ts'
import type { NumberRoute } from '../../phone-numbers/index.ts'
import type { MessageDeps } from '../deps.ts'
import { applyOptIn } from './apply-opt-in.ts'

/** The parts of an inbound text that may say something about consent. */
interface ConsentText {
  from: string
  body: string
  optOutType: string | undefined
}

export const pairOf = (route: NumberRoute, text: Pick<ConsentText, 'from'>) => ({
  contactPhone: text.from,
  tenantPhone: route.phoneNumber,
})

export interface ConsentResult {
  isReaction?: true
  keyword?: 'stop' | 'start' | 'help' | 'opt-in'
  /** The keyword is the meaning of a sentence, which may say more. */
  isSentence?: true
  /** The reply to send. */
  answer?: 'stop' | 'start' | 'help' | 'opt-in-question' | 'opt-in-confirmation'
  /** A teammate has to decide whether it is an opt-out, unless the contact is opted out already. */
  reviewOf?: { isOptedOut: boolean }
}

/** Applies an opt-out, opt-in or help keyword, or a sentence that opts out. Returns event data. */
export async function applyConsent(
  deps: MessageDeps,
  tx: TenantTx,
  route: NumberRoute,
  text: ConsentText,
  {
    messageId,
    conversationId,
    at,
    revocation,
    optInWord,
  }: { messageId: string; conversationId: string; at: string; revocation: Revocation; optInWord: string | null },
): Promise<ConsentResult> {
  const threads = await lockConversationsOfNumbers(tx, [text.from])
  const pair = pairOf(route, text)
  // An opt-out at another of our numbers holds here too, unless they opted in to this one.
  const { isOptedOutHere } = await tx
    .selectNoFrom(isOptedOut(tx, text.from, route.phoneNumber).as('isOptedOutHere'))
    .executeTakeFirstOrThrow()
  const optOut = await tx
    .selectFrom('optOuts')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', text.from)
    .where('isOptedOut', '=', true)
    .select('tenantPhone')
    .executeTakeFirst()
  const parsed = parseKeyword(text.body, text.optOutType, optOut !== undefined)
  const keyword = parsed.keyword ?? (revocation === 'opt-out' ? 'stop' : null)
  if (!keyword) {
    const answer =
      optInWord === null ? null : await applyOptIn(tx, pair, { word: optInWord, body: text.body, messageId, at })
    if (answer) return { keyword: 'opt-in', answer }
    return revocation === 'review' ? { reviewOf: { isOptedOut: isOptedOutHere } } : {}
  }
  const kind = ({ stop: 'opt-out', start: 'opt-in', help: 'help' } as const)[keyword]
  await recordConsent(tx, { ...pair, kind, purpose: 'all', source: 'text', wording: text.body, messageId, at })
  if (kind !== 'help') {
    // An opt-out applies to all our numbers, so update the contact's other conversations. This one is published with
    // the text.
    await updateBlockedAndOptedOut(tx, [conversationId])
    const others = threads.filter((id) => id !== conversationId)
    await refreshConversations(deps, tx, others, { event: contactChanged.of(), at })
    // Lists of contacts and subscribers follow.
    await recordContactOfNumberUpdated(tx, null, text.from)
  }
  // Confirm an opt-out once, whichever number of ours it is repeated to: carriers forbid a second confirmation.
  const isRepeated = keyword === 'stop' && isOptedOutHere
  const isAnswered = !parsed.isAnsweredByCarrier && !isRepeated
  return { keyword, ...(!parsed.keyword && { isSentence: true }), ...(isAnswered && { answer: keyword }) }
}
