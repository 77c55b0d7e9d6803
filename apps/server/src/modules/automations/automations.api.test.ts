import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { type AutomationValues, MINUTE_MS, startAutomationTests, valuesOf } from '../../testing/automations.ts'
import { ok } from '../../testing/client.ts'
import { newPhone } from '../../testing/test-instance.ts'

const { audit, automations, contacts, conversations } = contract

const { instance, clock, passMinutes, save, turn, start, answered, write, runsOf, nudges, read } =
  await startAutomationTests()

test('a deleted automation is cleared with its runs', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant)
  await answered(tenant)
  await passMinutes(61)
  ok(await tenant.owner.call(automations.delete, { id: automation.id }))
  const count = async () => {
    const { rows } = await instance.server.database.owner.query(
      `select (select count(*)::int from automations where tenant_id = $1) as automations,
         (select count(*)::int from automation_runs where tenant_id = $1) as runs`,
      [tenant.tenantId],
    )
    return rows[0]
  }
  expect(await count()).toEqual({ automations: 1, runs: 1 })
  await instance.runJob('clear-old-rows')
  expect(await count()).toEqual({ automations: 0, runs: 0 })
})

test('a closed conversation is reopened after the delay, assigned and moved, and the thread names the automation', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const values = {
    kind: 'reopen' as const,
    conditions: { folderKeys: ['new'] },
    actions: { assignToUserID: member.auth.userId, folderKey: 'reviews' },
  }
  const automation = await start(tenant, values)
  const [first, reopened, elsewhere] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  ok(await tenant.owner.call(contract.folders.change, { sid: elsewhere.sid, folderKey: 'reviews' }))
  for (const { sid } of [first, reopened, elsewhere]) ok(await tenant.owner.call(conversations.close, { sid }))
  await passMinutes(30)
  ok(await tenant.owner.call(conversations.open, { sid: reopened.sid }))
  ok(await tenant.owner.call(conversations.close, { sid: reopened.sid }))
  await passMinutes(31)
  const { attributes } = await read(tenant, first.sid)
  expect(attributes).toMatchObject({ isClosed: false, toUserID: member.auth.userId, folder: 'reviews' })
  const updates = (await tenant.messagesOf(first)).flatMap(({ attributes: { type, ...rest } }) =>
    type === 'update' && 'update' in rest ? [rest.update] : [],
  )
  expect(updates.slice(-3).map(({ kind, automation: by }) => [kind, by])).toEqual([
    ['opened', 'Nudge'],
    ['assigned', 'Nudge'],
    ['foldered', 'Nudge'],
  ])
  // Its hour began again when it was closed again.
  expect((await read(tenant, reopened.sid)).attributes.isClosed).toBe(true)
  expect((await read(tenant, elsewhere.sid)).attributes.isClosed).toBe(true)
  await passMinutes(31)
  expect((await read(tenant, reopened.sid)).attributes.isClosed).toBe(false)
  // Closed again it stays closed, until someone writes again.
  ok(await tenant.owner.call(contract.folders.change, { sid: first.sid, folderKey: 'new' }))
  ok(await tenant.owner.call(conversations.close, { sid: first.sid }))
  await passMinutes(61)
  expect((await read(tenant, first.sid)).attributes.isClosed).toBe(true)
  await write(tenant, first.sid, 'One more thing')
  ok(await tenant.owner.call(conversations.open, { sid: first.sid }))
  ok(await tenant.owner.call(conversations.close, { sid: first.sid }))
  await passMinutes(61)
  expect((await read(tenant, first.sid)).attributes.isClosed).toBe(false)
  expect(await runsOf(tenant.owner, automation)).toMatchObject([
    { state: 'done' },
    { state: 'done' },
    { state: 'done' },
  ])
})

test('a conversation of the webchat is assigned and answered; one by text is not', async () => {
  const tenant = await instance.createTenant()
  const actions = { text: 'Thanks for writing!', assignToUserID: tenant.owner.auth.userId }
  const automation = await start(tenant, { kind: 'webchat', delayMinutes: 5, actions })
  const chat = await tenant.textFrom(newPhone(), 'From your website')
  const text = await tenant.textFrom(newPhone(), 'From my phone')
  const met = await answered(tenant)
  await instance.server.database.owner.query(`update conversations set type = 'webchat' where id = any($1)`, [
    [fromSid(chat.sid), fromSid(met.sid)],
  ])
  await passMinutes(6)
  await passMinutes(6)
  expect(await nudges(tenant, chat.sid)).toEqual(['Thanks for writing!'])
  expect((await read(tenant, chat.sid)).attributes.toUserID).toBe(tenant.owner.auth.userId)
  expect(await nudges(tenant, text.sid)).toEqual([])
  // A teammate was faster.
  expect(await nudges(tenant, met.sid)).toEqual([])
  expect((await read(tenant, met.sid)).attributes.toUserID).toBe(tenant.owner.auth.userId)
  const reasons = (await runsOf(tenant.owner, automation)).map(({ state, reason }) => [state, reason])
  expect(reasons.toSorted()).toEqual([
    ['done', null],
    ['done', 'teammate-wrote'],
  ])
})

test('an automation that could do none of its parts is skipped, with the reason', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const elsewhere = await tenant.createUser('TeamMember', { locationIds: tenant.locationIds.slice(1) })
  const assigning = { assignToUserID: elsewhere.auth.userId }
  const alone = await start(tenant, { kind: 'webchat', delayMinutes: 5, actions: assigning })
  const answering = { kind: 'webchat' as const, delayMinutes: 5, actions: { ...assigning, text: 'Thanks!' } }
  const partly = await start(tenant, answering)
  const chat = await tenant.textFrom(newPhone(), 'From your website')
  await instance.server.database.owner.query(`update conversations set type = 'webchat' where id = $1`, [
    fromSid(chat.sid),
  ])
  await passMinutes(6)
  await passMinutes(6)
  expect(await runsOf(tenant.owner, alone)).toMatchObject([{ state: 'skipped', reason: 'assignee-missing' }])
  expect(await runsOf(tenant.owner, partly)).toMatchObject([{ state: 'done', reason: 'assignee-missing' }])
})

test('conditions decide: status of assignment, labels and tags', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant, {
    conditions: { assignee: 'unassigned', labels: ['New Lead'], tags: ['VIP'] },
  })
  const [both, label, taken] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  for (const { sid } of [both, label, taken]) {
    const { contact } = await read(tenant, sid)
    ok(await tenant.owner.call(contacts.updateLabels, { id: contact.id, labels: ['New Lead'] }))
    if (sid !== label.sid) ok(await tenant.owner.call(contacts.updateTags, { id: contact.id, tags: ['VIP'] }))
  }
  ok(await tenant.owner.call(contract.assignment.change, { sid: taken.sid, toUserID: tenant.owner.auth.userId }))
  await passMinutes(61)
  expect((await runsOf(tenant.owner, automation)).map(({ conversationSid }) => conversationSid)).toEqual([both.sid])
})

test('the preview counts the conversations of the last week to which it would have applied', async () => {
  const tenant = await instance.createTenant()
  const [, answeredLater, answeredSoon] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  clock.advance(30 * MINUTE_MS)
  await tenant.textFrom(answeredSoon.phone, 'Thanks!')
  clock.advance(40 * MINUTE_MS)
  await tenant.textFrom(answeredLater.phone, 'Thanks!')
  const preview = async (values?: AutomationValues) => {
    const { name: _name, ...rule } = valuesOf(values)
    return ok(await tenant.owner.call(automations.preview, rule)).data
  }
  expect(await preview()).toEqual({ conversations: 2, isMore: false })
  expect(await preview({ delayMinutes: 180 })).toEqual({ conversations: 0, isMore: false })
  expect(await preview({ kind: 'reopen' })).toEqual({ conversations: 0, isMore: false })
  ok(await tenant.owner.call(conversations.close, { sid: answeredSoon.sid }))
  clock.advance(61 * MINUTE_MS)
  expect(await preview({ kind: 'reopen' })).toEqual({ conversations: 1, isMore: false })
  expect(await preview({ conditions: { assignee: 'assigned' } })).toEqual({ conversations: 0, isMore: false })
})

test('missing or unknown values are refused, and the slower of two editors sees what changed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const refused = (values: AutomationValues) => owner.call(automations.save, valuesOf(values))
  expect(await refused({ actions: { text: ' ' } })).toFail('InvalidInput')
  expect(await refused({ kind: 'webchat' })).toFail('InvalidInput')
  expect(await refused({ delayMinutes: 0 })).toFail('InvalidInput')
  expect(await refused({ conditions: { assignee: 'user' } })).toFail('InvalidInput')
  expect(await refused({ conditions: { assignee: 'user', assigneeUserID: crypto.randomUUID() } })).toFail(
    'AssigneeUnknown',
  )
  expect(await refused({ kind: 'reopen', actions: { folderKey: 'nowhere' } })).toFail('FolderNotFound')
  const { id, version } = await save(tenant)
  const edit = (values: object) => owner.call(automations.save, { ...valuesOf(), id, version, ...values })
  expect(await edit({ kind: 'reopen', actions: {} })).toFail('InvalidInput')
  expect(ok(await edit({ name: 'Reminder' })).data).toMatchObject({ name: 'Reminder', version: 2, isEnabled: false })
  expect(await edit({ name: 'Other' })).toFail('ChangedMeanwhile')
  await turn(tenant, { id }, true)
  ok(await owner.call(automations.delete, { id }))
  expect(await owner.call(automations.get, { id })).toFail('AutomationNotFound')
  const { entries } = ok(await owner.call(audit.getList, {})).data
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('automation.'))).toEqual([
    'automation.deleted',
    'automation.enabled',
    'automation.updated',
  ])
})

test('rights and locations: others neither see nor change it, and see only their conversations in its log', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [north = '', south = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [south] })
  const member = await tenant.createUser('TeamMember')
  const ofAll = await start(tenant)
  const ofNorth = await save(tenant, { locationID: north })
  const { sid } = await answered(tenant)
  await passMinutes(61)
  expect(await member.call(automations.getList, {})).toFail('Forbidden')
  expect(await manager.call(automations.save, valuesOf({ locationID: south }))).toFail('Forbidden')
  const [listed, ...others] = ok(await manager.call(automations.getList, {})).data.automations
  expect([listed, others]).toMatchObject([{ id: ofAll.id, canEdit: false, counts: { done: 0 } }, []])
  expect(await manager.call(automations.get, { id: ofNorth.id })).toFail('AutomationNotFound')
  expect(await manager.call(automations.runs, { id: ofNorth.id })).toFail('AutomationNotFound')
  expect(await runsOf(manager, ofAll)).toEqual([])
  expect(await runsOf(tenant.owner, ofAll)).toMatchObject([{ conversationSid: sid }])
  const permission = 'automations_manage'
  ok(await tenant.owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  const ofSouth = ok(await manager.call(automations.save, valuesOf({ locationID: south }))).data
  expect(ofSouth).toMatchObject({ locationID: south, canEdit: true })
  expect(await manager.call(automations.save, valuesOf())).toFail('Forbidden')
  expect(await manager.call(automations.save, valuesOf({ locationID: north }))).toFail('LocationNotFound')
  expect(await manager.call(automations.delete, { id: ofAll.id })).toFail('Forbidden')
  expect(await manager.call(automations.setEnabled, { id: ofAll.id, isEnabled: false })).toFail('Forbidden')
})
