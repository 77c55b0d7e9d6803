import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { CLOSED_HOST } from '../../testing/carrier-faults.ts'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, startTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { add, update, remove, getLocations, getOverview, getConsequences, suggestPlaces, getPlace } = contract.locations

const instance = await sharedTestInstance()

const namesOf = async (person: TestUser) =>
  ok(await person.call(getLocations, undefined))
    .locations.map(({ name }) => name)
    .toSorted()

const auditOf = async (tenantId: string) =>
  (
    await instance.server.database.owner.query<{ action: string; subject: string }>(
      'select action, subject from audit_entries where tenant_id = $1 order by id',
      [tenantId],
    )
  ).rows.filter(({ action }) => action.startsWith('location.'))

test('an owner adds and changes a location, pushed to every screen', async () => {
  const { owner, createUser, tenantId } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const screen = await connectLive(instance.url, member.auth)
  const added = ok(
    await owner.call(add, {
      name: '  Uptown  ',
      timeZone: 'America/Denver',
      formattedAddress: '1 Hill St',
      website: 'uptown.example',
      googleReviewUrl: 'https://g.page/r/uptown/review',
      colorHex: '#0ca678',
    }),
  )
  expect(added).toMatchObject({
    name: 'Uptown',
    timeZone: 'America/Denver',
    website: 'https://uptown.example',
    googleReviewUrl: 'https://g.page/r/uptown/review',
    url: null,
    version: 1,
  })
  const changed = ok(await owner.call(update, { id: added.id, name: 'Hilltop', website: '', version: added.version }))
  expect(changed).toMatchObject({ name: 'Hilltop', website: null, formattedAddress: '1 Hill St', version: 2 })
  expect(await namesOf(member)).toContain('Hilltop')
  const first = await screen.waitFor('location.changed', ({ locationID }) => locationID === added.id)
  await screen.waitFor('location.changed', ({ id }) => id !== first.id)
  expect((await screen.catchUp('0')).status).toBe('ok')
  screen.close()
  expect(await auditOf(tenantId)).toEqual([
    { action: 'location.added', subject: 'Uptown' },
    { action: 'location.changed', subject: 'Uptown' },
  ])
})

test('a member of some locations has one they add immediately, on their open screens too', async () => {
  const { owner, createUser, locationIds } = await instance.createTenant()
  ok(
    await owner.call(contract.team.setRolePermission, {
      ...{ role: 'Manager', permission: 'admin_manage_locations', isGranted: true },
    }),
  )
  const manager = await createUser('Manager', { locationIds })
  const screen = await connectLive(instance.url, manager.auth)
  const { id, version } = ok(await manager.call(add, { name: 'Uptown', timeZone: 'America/Denver' }))
  expect(await namesOf(manager)).toContain('Uptown')
  ok(await manager.call(update, { id, name: 'Hilltop', version }))
  await screen.waitFor('location.changed', ({ locationID }) => locationID === id)
  screen.close()
})

test('a location without a time zone gets its place’s, or that of the first location', async () => {
  const { owner } = await instance.createTenant()
  const [first] = ok(await owner.call(getLocations, undefined)).locations
  const sessionToken = crypto.randomUUID()
  const { suggestions } = ok(await owner.call(suggestPlaces, { input: 'Honolulu', sessionToken }))
  const six = (placeId: string) => ({
    placeId,
    name: 'Second',
    formattedAddress: '1 Hill St',
    url: 'https://maps.google.com/?cid=1',
    website: 'second.example',
    locationPhoneNumber: '(206) 555-0142',
  })
  const added = ok(await owner.call(add, six(suggestions[0]?.placeId ?? '')))
  const { timeZone } = ok(await owner.call(getPlace, { placeId: added.placeId ?? '', sessionToken }))
  expect(added.timeZone).toBe(timeZone)
  expect(added.timeZone).not.toBe(first?.timeZone)
  const unknown = ok(await owner.call(add, six('ChIJ-unknown-place')))
  expect(unknown).toMatchObject({ timeZone: first?.timeZone, placeId: 'ChIJ-unknown-place' })
})

test('of two concurrent changes the second is rejected with the current state', async () => {
  const { owner, locationIds } = await instance.createTenant()
  const [id = ''] = locationIds
  const before = ok(await owner.call(getLocations, undefined)).locations[0]
  ok(await owner.call(update, { id, name: 'Faster', version: before?.version }))
  const refused = await owner.call(update, { id, name: 'Slower', version: before?.version })
  expect(refused).toFail('ChangedMeanwhile')
  expect(refused).toMatchObject({ status: 409, body: { data: { present: { name: 'Faster', version: 2 } } } })
  // A change without effect is not a conflict.
  ok(await owner.call(update, { id, name: 'Faster', version: before?.version }))
})

test('changes require the permission; locations of other businesses are not found', async () => {
  const { createUser, locationIds } = await instance.createTenant({ locations: 2 })
  const { owner: stranger } = await instance.createTenant()
  const [first = '', second = ''] = locationIds
  const manager = await createUser('Manager')
  for (const refused of [
    await manager.call(add, { name: 'X', timeZone: 'America/Denver' }),
    await manager.call(update, { id: first, name: 'X' }),
    await manager.call(remove, { id: first, moveToLocationID: second }),
    await manager.call(suggestPlaces, { input: 'harbor', sessionToken: crypto.randomUUID() }),
  ]) {
    expect(refused).toFail('Forbidden')
  }
  expect(await stranger.call(update, { id: first, name: 'X' })).toFail('LocationNotFound')
  expect(await stranger.call(remove, { id: first })).toFail('LocationNotFound')
  expect(await stranger.call(getConsequences, { id: first })).toFail('LocationNotFound')
})

test('invalid time zones, colors, web addresses and names are rejected', async () => {
  const { owner } = await instance.createTenant()
  const right = { name: 'Right', timeZone: 'America/Denver' }
  for (const wrong of [
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+05:00' },
    { colorHex: 'red' },
    { website: 'javascript:alert(1)' },
    { website: 'no dots' },
    { googleReviewUrl: 'ftp://x.example' },
    { name: '   ' },
    { placeId: '../../v1' },
  ]) {
    expect(await owner.call(add, { ...right, ...wrong })).toFail('InvalidInput')
  }
  expect(await namesOf(owner)).toHaveLength(1)
})

test('removing a location with numbers and conversations requires a successor', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, createUser, numbers, locationIds, textFrom, conversationWith, tenantId } = tenant
  const [first = '', second = ''] = locationIds
  const local = await createUser('Manager', { locationIds: [second] })
  const phone = newPhone()
  await textFrom(phone, 'Hello second', { to: numbers[1] ?? '' })
  await textFrom(newPhone(), 'Hello first')

  expect(ok(await owner.call(getConsequences, { id: second }))).toMatchObject({
    phoneNumbers: 1,
    openConversations: 1,
    closedConversations: 0,
    contacts: 1,
    members: 1,
  })
  const refused = await owner.call(remove, { id: second })
  expect(refused).toFail('LocationInUse')
  expect(refused).toMatchObject({ body: { data: { phoneNumbers: 1 } } })

  const screen = await connectLive(instance.url, owner.auth)
  const localScreen = await connectLive(instance.url, local.auth)
  ok(await owner.call(remove, { id: second, moveToLocationID: first }))
  expect(ok(await owner.call(getLocations, undefined)).locations).toHaveLength(1)
  const moved = await conversationWith(phone, numbers[1])
  expect(moved?.attributes.locationID).toBe(first)
  const stats = ok(await owner.call(contract.conversations.getStats, {})).data
  expect(stats.totals.byLocation).toMatchObject({ [first]: 2 })
  expect(stats.totals.byLocation[second] ?? 0).toBe(0)
  expect(stats).toMatchObject({ totalOpen: 2, totalUnread: 2 })
  // Members move along, and texts to the number arrive at its new location.
  const again = ok(
    await callEndpoint(instance.url, contract.accounts.refreshSession, { refreshToken: local.auth.refreshToken }),
  )
  expect(again.locationIDs).toEqual([first])
  const newcomer = await textFrom(newPhone(), 'To the moved number', { to: numbers[1] ?? '' })
  expect(newcomer.attributes.locationID).toBe(first)
  // Also on the screens that members have open.
  await localScreen.waitFor('message.created', ({ conversation }) => conversation.sid === newcomer.sid)
  localScreen.close()
  await screen.waitFor('location.changed', ({ locationID }) => locationID === second)
  screen.close()
  expect(await auditOf(tenantId)).toMatchObject([{ action: 'location.removed' }])

  expect(await owner.call(remove, { id: first })).toFail('LastLocation')
})

test('an empty location needs no successor; concurrent removals leave one', async () => {
  const { owner } = await instance.createTenant()
  const a = ok(await owner.call(add, { name: 'A', timeZone: 'America/Denver' }))
  const room = { kind: 'room' as const, name: 'Blue', locationID: a.id }
  const { data } = ok(await owner.call(contract.bookingResources.save, room))
  expect(await owner.call(remove, { id: a.id })).toFail('LocationInUse')
  const [main] = ok(await owner.call(getLocations, undefined)).locations
  ok(await owner.call(contract.bookingResources.save, { ...room, id: data.id, locationID: main?.id ?? '' }))
  expect(ok(await owner.call(getConsequences, { id: a.id }))).toMatchObject({ rooms: 0, hasOther: false })
  ok(await owner.call(remove, { id: a.id }))
  const b = ok(await owner.call(add, { name: 'B', timeZone: 'America/Denver' }))
  const [first] = ok(await owner.call(getLocations, undefined)).locations
  const answers = await Promise.all([
    owner.call(remove, { id: b.id, moveToLocationID: first?.id ?? '' }),
    owner.call(remove, { id: first?.id ?? '', moveToLocationID: b.id }),
  ])
  expect(answers.filter((answer) => 'success' in answer && answer.success)).toHaveLength(1)
  expect(ok(await owner.call(getLocations, undefined)).locations).toHaveLength(1)
})

test('the overview lists numbers and members of each location', async () => {
  const { owner, createUser, locationIds, numbers } = await instance.createTenant({ locations: 2 })
  await createUser('TeamMember', { locationIds: [locationIds[1] ?? ''] })
  const { locations } = ok(await owner.call(getOverview, undefined))
  const of = (id: string | undefined) => locations.find(({ locationID }) => locationID === id)
  expect(of(locationIds[0])).toMatchObject({ phoneNumbers: [numbers[0]], memberCount: 1 })
  expect(of(locationIds[1])).toMatchObject({
    memberCount: 2,
    members: [{ displayName: 'Olive Owner' }, { displayName: 'TeamMember Person' }],
  })
})

test('an address search finds the place with its time zone, website and review link', async () => {
  const { owner } = await instance.createTenant()
  const sessionToken = crypto.randomUUID()
  const { suggestions } = ok(await owner.call(suggestPlaces, { input: 'camelback', sessionToken }))
  expect(suggestions).toMatchObject([
    { mainText: 'Camelback Air Conditioning', secondaryText: expect.stringContaining('Phoenix, AZ') },
  ])
  const place = ok(await owner.call(getPlace, { placeId: suggestions[0]?.placeId ?? '', sessionToken }))
  expect(place).toMatchObject({
    name: 'Camelback Air Conditioning',
    formattedAddress: '2020 E Camelback Rd, Phoenix, AZ 85016, USA',
    timeZone: 'America/Phoenix',
    website: expect.stringMatching(/^https:/),
    googleReviewUrl: expect.stringContaining('writereview'),
  })
  expect(ok(await owner.call(suggestPlaces, { input: 'zzzz nowhere', sessionToken })).suggestions).toEqual([])
  expect(await owner.call(getPlace, { placeId: 'ChIJnobodyknowsit', sessionToken })).toFail('PlaceNotFound')
})

test('without Google a location can be added manually', async () => {
  const cutOff = await startTestInstance({ placesUrl: () => CLOSED_HOST })
  try {
    const { owner } = await cutOff.createTenant()
    const sessionToken = crypto.randomUUID()
    expect(await owner.call(suggestPlaces, { input: 'harbor', sessionToken })).toFail('PlacesUnavailable')
    expect(await owner.call(getPlace, { placeId: 'ChIJnobodyknowsit', sessionToken })).toFail('PlacesUnavailable')
    ok(await owner.call(add, { name: 'By hand', formattedAddress: '5 Elm St', timeZone: 'America/Boise' }))
    expect(cutOff.errors).toEqual([])
  } finally {
    await cutOff.close()
  }
})
