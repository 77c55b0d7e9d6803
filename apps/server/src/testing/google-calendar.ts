import { contract } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import type { TestInstance, TestUser } from './test-instance.ts'

const { bookingCalendars } = contract

export interface SandboxEvent {
  id: string
  status: string
  summary?: string
  start: { dateTime?: string; date?: string }
  end: { dateTime?: string; date?: string }
}

/** A Google account in the sandbox, as its owner uses it. */
export function createGoogleAccount({ url }: Pick<TestInstance, 'url'>) {
  const email = `${crypto.randomUUID()}@gmail.test`
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/sandbox/api/google${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  const path = (calendarId: string, id = '') =>
    `/calendars/${encodeURIComponent(calendarId)}/events${id && `/${encodeURIComponent(id)}`}`
  /** An access token of an app of their own. */
  const accessToken = async (): Promise<string> => {
    const app = { client_id: 'own', redirect_uri: 'http://localhost/' }
    const post = (at: string, body: Record<string, string>) =>
      fetch(`${url}/sandbox/google${at}`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })
    const form = { ...app, scope: 'calendar', email, decision: 'allow' }
    const back = (await post('/o/oauth2/v2/auth', form)).headers.get('location') ?? ''
    const code = new URL(back).searchParams.get('code') ?? ''
    const exchange = { ...app, grant_type: 'authorization_code', client_secret: 'own', code }
    return (await (await post('/token', exchange)).json()).access_token
  }
  return {
    email,
    /** Gives consent, and returns what Google sends back. */
    consent: async (consentUrl: string): Promise<{ code: string; state: string }> => {
      const { searchParams, origin, pathname } = new URL(consentUrl)
      const form = new URLSearchParams(searchParams)
      form.set('email', email)
      form.set('decision', 'allow')
      const response = await fetch(origin + pathname, { method: 'POST', body: form, redirect: 'manual' })
      const back = new URL(response.headers.get('location') ?? '').searchParams
      return { code: back.get('code') ?? '', state: back.get('state') ?? '' }
    },
    events: async (calendarId = email): Promise<SandboxEvent[]> => (await send('GET', path(calendarId))).items,
    add: (event: object, calendarId = email): Promise<SandboxEvent> => send('POST', path(calendarId), event),
    change: (id: string, event: object, calendarId = email): Promise<SandboxEvent> =>
      send('PATCH', path(calendarId, id), event),
    accessToken,
    /** Moves an event to the account's other calendar, with its id. */
    moveAway: async (id: string) => {
      const family = `family.${email.replace('@', '.at.')}@group.calendar.google.com`
      const from = `${url}/sandbox/google/calendar/v3/calendars/primary/events/${id}`
      const response = await fetch(`${from}/move?destination=${encodeURIComponent(family)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await accessToken()}` },
      })
      if (!response.ok) throw new Error(`The event was not moved: ${await response.text()}`)
    },
    remove: (id: string, calendarId = email) => send('DELETE', path(calendarId, id)),
    revoke: () => send('POST', `/accounts/${email}/revoke`),
    expireAccessTokens: () => send('POST', '/expire-access-tokens'),
  }
}

/** Connects a new account to a resource, and waits until its calendars are read. */
export async function connectGoogle(instance: TestInstance, person: TestUser, resourceID: string) {
  const account = createGoogleAccount(instance)
  const { url } = ok(await person.call(bookingCalendars.start, { resourceID })).data
  const { id } = ok(await person.call(bookingCalendars.connect, await account.consent(url))).data
  await instance.idle()
  const read = async () => ok(await person.call(bookingCalendars.getList, { resourceID })).data
  const connection = (await read()).connections.find((each) => each.id === id)
  const calendar = connection?.calendars.find(({ isPrimary }) => isPrimary)
  if (!connection || !calendar) throw new Error('The account was not connected.')
  const choose = async (choice: { isBlocking?: boolean; isWritten?: boolean }) => {
    ok(await person.call(bookingCalendars.choose, { id: calendar.id, isBlocking: true, isWritten: false, ...choice }))
    await instance.idle()
  }
  const sync = async () => {
    ok(await person.call(bookingCalendars.sync, { id }))
    await instance.idle()
  }
  return { account, connection, calendar, choose, sync, read }
}
