import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Needs } from '../../platform/module.ts'

export const CALENDAR_WEBHOOK_PATH = '/webhooks/google/calendar/'

export const webhookUrl = ({ publicUrl }: Needs<'publicUrl'>, calendarId: string): string =>
  publicUrl() + CALENDAR_WEBHOOK_PATH + calendarId

/** Google repeats it in every notification, which is not signed otherwise. */
export const channelToken = ({ secrets }: Needs<'secrets'>, calendarId: string): string =>
  createHmac('sha256', secrets.tokenKey).update(`calendar channel: ${calendarId}`).digest('base64url')

export function isChannelToken(deps: Needs<'secrets'>, calendarId: string, given: string): boolean {
  const expected = Buffer.from(channelToken(deps, calendarId))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
