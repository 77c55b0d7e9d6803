import { expect, test, vi } from 'vitest'
import { SessionStore } from './session.ts'
import { SESSION_KEY, type StoredSession } from './stored-session.ts'

const aSession = (generation: number): StoredSession => ({
  userId: '00000000-0000-4000-8000-000000000001',
  sessionId: '00000000-0000-4000-8000-000000000002',
  tenantId: '00000000-0000-4000-8000-000000000003',
  tenantName: 'Harbor Dental',
  userName: 'owner@harbor-dental.test',
  displayName: 'Olivia Reyes',
  referrerUrl: null,
  bearerToken: `bearer ${generation}`,
  bearerExpiresAt: '2026-01-01T00:15:00.000Z',
  refreshToken: `refresh ${generation}`,
  profileUrl: null,
  roles: ['Owner'],
  permissions: [],
  locationID: null,
  locationIDs: null,
  viewingAs: null,
  needsTwoStep: false,
})

/** A lock that all tabs share, like the browser's. */
function aLock() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, task: () => Promise<unknown>) => {
    last = last.then(task, task)
    return last
  }
  return { request } as unknown as LockManager
}

function twoTabs() {
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSession(1)))
  const locks = aLock()
  return [new SessionStore(localStorage, locks), new SessionStore(localStorage, locks)] as const
}

test('of two tabs one refreshes, and both have the new tokens', async () => {
  const [first, second] = twoTabs()
  const exchange = vi.fn(async () => aSession(2))
  const renewed = await Promise.all([first.renew('bearer 1', exchange), second.renew('bearer 1', exchange)])
  expect(exchange).toHaveBeenCalledTimes(1)
  expect(exchange).toHaveBeenCalledWith('refresh 1')
  expect(renewed.map((session) => session?.bearerToken)).toEqual(['bearer 2', 'bearer 2'])
})

test('signing out in one tab signs the other out', () => {
  const [first, second] = twoTabs()
  const heard = vi.fn()
  second.subscribe(heard)
  first.set(null)
  second.sync()
  expect(second.current).toBeNull()
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a refused refresh ends the session, an unreachable server does not', async () => {
  const [store] = twoTabs()
  await expect(store.renew('bearer 1', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(store.current?.bearerToken).toBe('bearer 1')
  await store.renew('bearer 1', async () => null)
  expect(store.current).toBeNull()
  expect(localStorage.getItem(SESSION_KEY)).toBeNull()
})

test('a refresh is due a minute before the token expires', () => {
  const [store] = twoTabs()
  expect(store.isDue(Date.parse('2026-01-01T00:13:59.000Z'))).toBe(false)
  expect(store.isDue(Date.parse('2026-01-01T00:14:01.000Z'))).toBe(true)
})

test('an invalid stored value is not a session', () => {
  localStorage.setItem(SESSION_KEY, '{"userId":1')
  expect(new SessionStore(localStorage, undefined).current).toBeNull()
})
