import { contract } from '@frontdesk/contract/api'
import {
  CHANGEABLE_ROLES,
  can,
  defaultPermissions,
  isChangeable,
  mayWrite,
  type Permission,
  type Role,
} from '@frontdesk/contract/rules'
import { expect, test, vi } from 'vitest'
import { ok } from '../testing/client.ts'
import {
  callAny,
  createCaller,
  createSamples,
  endpoints,
  errorCodeOf,
  inputFor,
  protectedEndpoints,
} from '../testing/sweep.ts'
import { sharedTestInstance } from '../testing/test-instance.ts'

/** Grows with every endpoint there is. */
vi.setConfig({ testTimeout: 120_000 })

const instance = await sharedTestInstance()

test('the contract has endpoints', () => {
  expect(endpoints.length).toBeGreaterThan(15)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
})

test('every endpoint that is not public rejects signed-out callers before it validates their input', async () => {
  const { owner } = await instance.createTenant()
  const url = (path: string) => `${instance.url}/api${path}`
  for (const { name, method, path } of protectedEndpoints) {
    for (const authorization of [
      undefined,
      'Bearer nonsense',
      `Bearer ${owner.auth.bearerToken}x`,
      `Basic ${owner.auth.bearerToken}`,
      `Bearer ${owner.auth.refreshToken}`,
    ]) {
      const response = await fetch(url(path), {
        method,
        headers: {
          ...(authorization && { authorization }),
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body: '{"not":"valid"}' }),
      })
      expect([name, authorization, response.status]).toEqual([name, authorization, 401])
      expect(await response.json()).toMatchObject({ success: false, errorCode: 'NotSignedIn', status: 401 })
    }
  }
})

test('every endpoint requires of each role exactly the permission it declares', async () => {
  for (const role of ['Owner', 'Manager', 'TeamMember'] as const satisfies Role[]) {
    const tenant = await instance.createTenant()
    const ids = await createSamples(instance, tenant)
    const call = createCaller(instance, () => tenant.createUser(role))
    const viewer = { userId: crypto.randomUUID(), role, permissions: defaultPermissions(role), locationIds: null }
    for (const walked of protectedEndpoints) {
      const isGranted = walked.permission === 'anyone signed in' || can(viewer, walked.permission as never)
      const code = errorCodeOf(await call(walked, inputFor(walked, ids).input))
      expect([walked.name, role, code === 'Forbidden']).toEqual([walked.name, role, !isGranted])
      expect([walked.name, role, code]).not.toEqual([walked.name, role, 'InvalidInput'])
    }
  }
})

test('granting or revoking a permission of a role affects exactly the endpoints that declare it', async () => {
  const requiredPermissions = [...new Set(protectedEndpoints.map(({ permission }) => permission))].filter(
    (permission): permission is Permission => permission !== 'anyone signed in' && permission !== 'public',
  )
  expect(requiredPermissions.length).toBeGreaterThan(3)
  for (const role of CHANGEABLE_ROLES) {
    const tenant = await instance.createTenant()
    const ids = await createSamples(instance, tenant)
    const call = createCaller(instance, () => tenant.createUser(role))
    for (const permission of requiredPermissions) {
      for (const isGranted of [true, false]) {
        const set = await tenant.owner.call(contract.team.setRolePermission, { role, permission, isGranted })
        if (!isChangeable(role, permission)) expect(set).toFail('PermissionUnchangeable')
        const isHeld = isGranted && isChangeable(role, permission)
        for (const walked of protectedEndpoints.filter((endpoint) => endpoint.permission === permission)) {
          const code = errorCodeOf(await call(walked, inputFor(walked, ids).input))
          const where = { name: walked.name, role, isGranted }
          expect({ ...where, isForbidden: code === 'Forbidden' }).toEqual({ ...where, isForbidden: !isHeld })
        }
      }
    }
  }
})

test('while an owner views as a teammate, every endpoint that may change data refuses', async () => {
  const tenant = await instance.createTenant()
  const ids = await createSamples(instance, tenant)
  const second = await tenant.createUser('Owner')
  const viewAs = async () => {
    const owner = await tenant.createUser('Owner')
    ok(await owner.call(contract.team.startViewAs, { userID: second.auth.userId }))
    return owner
  }
  let owner = await viewAs()
  for (const walked of protectedEndpoints) {
    const code = errorCodeOf(
      await callAny(instance, walked.endpoint, inputFor(walked, ids).input, owner.auth.bearerToken),
    )
    const isRefused = mayWrite(walked.method, walked.meta) && !walked.meta.isOfSession
    expect([walked.name, code === 'ViewingAs']).toEqual([walked.name, isRefused])
    // One of them ends the session, another one the view.
    if (walked.meta.isOfSession) owner = await viewAs()
  }
})
