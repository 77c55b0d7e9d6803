import twilio from 'twilio'

export interface CarrierPost {
  /** Who signs. */
  authToken: string
  /** The address the carrier believes it posts to; by default the one it does post to. */
  signedUrl?: string
  /** What stands in the header instead of the right signature; null is none at all. */
  signature?: string | null
  headers?: Record<string, string>
}

/** Posts a form to a webhook as the carrier would. */
export function postAsCarrier(
  url: string,
  form: Record<string, string>,
  { authToken, signedUrl = url, signature, headers }: CarrierPost,
): Promise<Response> {
  const validSignature = twilio.getExpectedTwilioSignature(authToken, signedUrl, form)
  const sentSignature = signature === undefined ? validSignature : signature
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      ...(sentSignature !== null && { 'x-twilio-signature': sentSignature }),
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  })
}

/** The form of an incoming text. */
export const inboundForm = (
  text: { accountSid: string; to: string; from: string; body: string; sid?: string } & Record<string, string>,
): Record<string, string> => {
  const { accountSid, to, from, body, sid = newMessageSid(), ...rest } = text
  return { AccountSid: accountSid, MessageSid: sid, From: from, To: to, Body: body, NumMedia: '0', ...rest }
}

export const newMessageSid = (): string => `SM${crypto.randomUUID().replaceAll('-', '')}`
