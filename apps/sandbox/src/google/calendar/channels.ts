import type { SandboxContext } from '../../platform/context.ts'
import type { GoogleChannel } from '../../store/google.ts'

/** Posts a notification to every channel of a calendar: that something changed, not what. */
export function notifyChannels(context: SandboxContext, calendarId: string): void {
  for (const channel of context.google.nextNotifications(calendarId, context.now())) post(context, channel, 'exists')
}

/** The first notification of a channel. */
export const confirmChannel = (context: SandboxContext, channel: GoogleChannel): void => post(context, channel, 'sync')

function post(context: SandboxContext, channel: GoogleChannel, state: 'sync' | 'exists'): void {
  context.inFlight.increment()
  fetch(channel.address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; utf-8',
      'content-length': '0',
      'x-goog-channel-id': channel.id,
      'x-goog-channel-token': channel.token,
      'x-goog-channel-expiration': new Date(channel.expiresAt).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-uri': `${context.origin.get()}/google/calendar/v3/calendars/${encodeURIComponent(channel.calendarId)}/events?alt=json`,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(state === 'sync' ? 1 : channel.lastNumber + 1),
    },
    signal: AbortSignal.timeout(5000),
  })
    .then((response) => response.body?.cancel())
    // Notifications are hints: one that cannot be delivered is lost.
    .catch(() => undefined)
    .finally(() => context.inFlight.decrement())
}
