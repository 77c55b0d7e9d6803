import type { SandboxContext } from '../platform/context.ts'
import type { Account } from '../store/accounts.ts'
import type { FaultScope } from '../store/faults.ts'
import type { Message } from '../store/messages.ts'
import { TwilioError } from '../twilio/twilio-error.ts'
import { acceptOutgoing } from './accept-outgoing.ts'
import { applyFault } from './apply-fault.ts'
import { endsMessage } from './error-codes.ts'
import { toE164 } from './numbering.ts'

const MAX_CHARACTERS = 1600
const MAX_MEDIA = 10

export interface TextToSend {
  from: string | null
  to: string | null
  body: string
  mediaUrls: string[]
  statusCallback: string | null
}

const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/**
 * Validates a text in Twilio's order with Twilio's error codes, then accepts it. An accepted text may still fail later.
 */
export function sendText(
  context: SandboxContext,
  account: Account,
  direction: 'outbound-api' | 'outbound-reply',
  text: TextToSend,
): Message {
  if (!text.to) throw new TwilioError(400, 21604, `A 'To' phone number is required.`)
  const phone = toE164(text.to)
  if (!phone) throw new TwilioError(400, 21211, `Invalid 'To' Phone Number: ${text.to}`)
  if (!text.from) throw new TwilioError(400, 21603, `A 'From' phone number is required.`)
  const from = toE164(text.from)
  if (!from) throw new TwilioError(400, 21212, `Invalid From Number (caller ID): ${text.from}`)
  const number = context.numbers.findByPhoneNumber(from)
  if (number?.accountSid !== account.sid) {
    throw new TwilioError(
      400,
      21606,
      `The 'From' phone number ${from} is not a valid, SMS-capable inbound phone number or short code for your account.`,
    )
  }
  if (phone === from) throw new TwilioError(400, 21266, `'To' and 'From' number cannot be the same: ${phone}`)
  if (!text.body && text.mediaUrls.length === 0) throw new TwilioError(400, 21602, 'Message body is required.')
  if ([...text.body].length > MAX_CHARACTERS) {
    throw new TwilioError(400, 21617, `The concatenated message body exceeds the ${MAX_CHARACTERS} character limit`)
  }
  if (text.mediaUrls.length > MAX_MEDIA)
    throw new TwilioError(400, 21623, 'Number of media files exceeds allowed limit')
  const badMedia = text.mediaUrls.find((url) => !isHttpUrl(url))
  if (badMedia !== undefined) throw new TwilioError(400, 21620, `Invalid media URL(s): ${badMedia}`)
  if (text.statusCallback && !isHttpUrl(text.statusCallback)) {
    throw new TwilioError(400, 21609, `The 'StatusCallback' URL ${text.statusCallback} is not a valid URL.`)
  }
  if (context.optOuts.has(phone, from)) throw new TwilioError(400, 21610, 'Attempt to send to unsubscribed recipient')

  const scope = { phone, number: from, accountSid: account.sid }
  const failure = applyFault(context, 'fail-send', scope)?.code ?? null
  if (failure !== null && !endsMessage(failure)) throw apiError(failure)

  return acceptOutgoing(context, {
    accountSid: account.sid,
    phone,
    number: from,
    direction,
    body: text.body,
    mediaUrls: text.mediaUrls,
    statusCallback: text.statusCallback,
    outcomeCode: failure ?? (isLandline(context, scope) ? 30006 : null),
  })
}

/** Twilio accepts texts to landlines; the carrier rejects them later. */
function isLandline(context: SandboxContext, scope: FaultScope): boolean {
  return (
    context.phones.find(scope.phone)?.lineType === 'landline' || applyFault(context, 'landline', scope) !== undefined
  )
}

/** Twilio's error response for codes of the API itself, as opposed to carrier errors. */
function apiError(code: number): TwilioError {
  if (code === 429 || code === 20429) return new TwilioError(429, 20429, 'Too Many Requests')
  if (code === 500 || code === 20500) return new TwilioError(500, 20500, 'An internal server error has occurred')
  if (code === 503 || code === 20503) return new TwilioError(503, 20503, 'Service is unavailable. Please try again')
  if (code === 20003) return new TwilioError(401, 20003, 'Authenticate')
  if (code === 21610) return new TwilioError(400, 21610, 'Attempt to send to unsubscribed recipient')
  return new TwilioError(400, code, `Message could not be sent (${code})`)
}
