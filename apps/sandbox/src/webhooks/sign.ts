import { createHmac } from 'node:crypto'

/** Signs the URL followed by all fields sorted by name. https://www.twilio.com/docs/usage/security */
export function sign(authToken: string, url: string, parameters: Record<string, string>): string {
  const signed = Object.keys(parameters)
    .sort()
    .reduce((text, name) => text + name + parameters[name], url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}
