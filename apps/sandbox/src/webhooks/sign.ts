import { createHmac } from 'node:crypto'

/** https://www.twilio.com/docs/usage/security: the URL as it was given, then every field sorted by name, name before value. */
export function sign(authToken: string, url: string, parameters: Record<string, string>): string {
  const signed = Object.keys(parameters)
    .sort()
    .reduce((text, name) => text + name + parameters[name], url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}
