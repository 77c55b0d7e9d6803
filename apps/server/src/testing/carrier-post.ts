import twilio from 'twilio'

export interface CarrierPost {
  /** Auth token with which the request is signed. */
  authToken: string
  /** URL that is signed; default: the URL that is posted to. */
  signedUrl?: string
  /** Signature to send instead of the valid one; null for none. */
  signature?: string | null
  headers?: Record<string, string>
}

/** Posts a signed form to a webhook like the carrier. */
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

/** Form fields of an inbound text. */
export const inboundForm = (
  text: { accountSid: string; to: string; from: string; body: string; sid?: string } & Record<string, string>,
): Record<string, string> => {
  const { accountSid, to, from, body, sid = newMessageSid(), ...rest } = text
  return { AccountSid: accountSid, MessageSid: sid, From: from, To: to, Body: body, NumMedia: '0', ...rest }
}

export const newMessageSid = (): string => `SM${crypto.randomUUID().replaceAll('-', '')}`
