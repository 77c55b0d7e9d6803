import twilio from 'twilio'

export interface InboundWebhook {
  accountSid: string
  providerSid: string
  from: string
  to: string
  body: string
  optOutType: string | undefined
  media: { url: string; contentType: string }[]
}

export interface StatusWebhook {
  accountSid: string
  providerSid: string
  from: string
  status: string
  errorCode: number | null
}

/** Verifies the webhook's signature, an HMAC over the public URL and the unmodified form. */
export const isSigned = (
  authToken: string,
  signature: string | undefined,
  url: string,
  form: Record<string, string>,
): boolean => signature !== undefined && twilio.validateRequest(authToken, signature, url, form)

const SID = /^[A-Z]{2}[0-9a-f]{32}$/
/** A business's number, short codes included. */
const BUSINESS_NUMBER = /^\+?\d{3,15}$/

/** PostgreSQL cannot store NUL in text, and handsets don't show it. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** Parses an inbound text; null if it is invalid. Anyone can post here: validate all that reaches the database. */
export function readInbound(form: Record<string, string>): InboundWebhook | null {
  const { AccountSid, MessageSid, From, To, Body = '', OptOutType, NumMedia = '0' } = form
  if (!AccountSid || !MessageSid || !From || !To) return null
  if (!SID.test(AccountSid) || !SID.test(MessageSid) || !BUSINESS_NUMBER.test(To)) return null
  const count = Math.min(Number(NumMedia) || 0, 10)
  const media = Array.from({ length: count }, (_, i) => ({
    url: withoutNul(form[`MediaUrl${i}`] ?? ''),
    contentType: withoutNul(form[`MediaContentType${i}`] ?? 'application/octet-stream'),
  })).filter(({ url }) => url !== '')
  return {
    accountSid: AccountSid,
    providerSid: MessageSid,
    from: From,
    to: To,
    body: withoutNul(Body),
    optOutType: OptOutType,
    media,
  }
}

/** Parses a delivery status; null when invalid. */
export function readStatus(form: Record<string, string>): StatusWebhook | null {
  const { AccountSid, MessageSid, MessageStatus, From, ErrorCode } = form
  if (!AccountSid || !MessageSid || !MessageStatus || !From) return null
  if (
    !SID.test(AccountSid) ||
    !SID.test(MessageSid) ||
    !BUSINESS_NUMBER.test(From) ||
    !/^\w{1,40}$/.test(MessageStatus)
  )
    return null
  const errorCode = Number(ErrorCode)
  return {
    accountSid: AccountSid,
    providerSid: MessageSid,
    from: From,
    status: MessageStatus,
    errorCode: Number.isInteger(errorCode) && errorCode > 0 && errorCode < 2 ** 31 ? errorCode : null,
  }
}
