import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import type { Job } from '../../platform/jobs/define-job.ts'
import { ok } from '../../testing/client.ts'
import { createImporter, findByPhone, getImport } from '../../testing/contact-import.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import { stageRows } from './stage-rows.job.ts'
import { runImport, runUndo } from './write-contacts.job.ts'

const { contactImports, contactList, contacts, notes, team } = contract

const instance = await sharedTestInstance()
const { dryRun, importFile } = createImporter(instance)

/** The services of a process that dies at the end of the first batch beyond a row, which is rolled back. */
function dyingAfter(row: number, id: string) {
  const { inTenant } = instance.server.database
  return {
    ...instance.server.services,
    inTenant: (async (scope, work) =>
      inTenant(scope, async (tx) => {
        const result = await work(tx)
        const { checkpoint } = await tx
          .selectFrom('contactImports')
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', id)
          .select('checkpoint')
          .executeTakeFirstOrThrow()
        if (checkpoint > row) throw new Error('killed')
        return result
      })) as typeof inTenant,
  }
}

test('5,000 rows: killed at 60 %, the dry run, the import and the undo continue, and nothing is doubled', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { owner: database } = instance.server.database
  const existing = newPhone()
  ok(await owner.call(contacts.add, { name: 'Old', phone: existing }))
  const phones = Array.from({ length: 4999 }, newPhone)
  // Every tenth contact has a second number.
  const second = new Map(phones.filter((_, index) => index % 10 === 0).map((phone) => [phone, newPhone()]))
  const lines = phones.map((phone, index) => `C${index},${phone},${second.get(phone) ?? ''}`)
  const csv = `Name,Phone,Work phone\nNew,${existing},\n${lines.join('\n')}\n`
  const { id, counts } = await dryRun(tenant, csv)
  expect(counts).toMatchObject({ rows: 5000, new: 4999, updates: 1, duplicates: 0 })
  const attempt = { jobId: '0', isLast: false }
  const total = async () => ok(await owner.call(contactList.getList, {})).totalCount
  const runKilled = async (job: Job<typeof instance.server.services>, payload: object) => {
    await expect(job.run(dyingAfter(3000, id), payload, attempt)).rejects.toThrow('killed')
    const halfway = await getImport(owner, id)
    await job.run(instance.server.services, payload, attempt)
    return halfway
  }

  // Set without their jobs, so that the worker does not run them too.
  const checkId = crypto.randomUUID()
  const setState = (state: string) =>
    database.query('update contact_imports set state = $3, checkpoint = 0 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      state,
    ])
  await setState('checking')
  await database.query("update contact_imports set check_id = $2, counts = '{}' where tenant_id = $1", [
    tenantId,
    checkId,
  ])
  expect(await runKilled(stageRows, { tenantId, id, checkId })).toMatchObject({
    state: 'checking',
    counts: { rows: 2000 },
  })
  expect(await getImport(owner, id)).toMatchObject({ state: 'ready', counts })

  await setState('importing')
  await database.query("update contact_imports set consent_wording = 'On paper' where id = $1", [id])
  const consentEvents = async (kind: string) =>
    (
      await database.query('select count(*)::int as n from consent_events where tenant_id = $1 and kind = $2', [
        tenantId,
        kind,
      ])
    ).rows[0].n
  expect(await runKilled(runImport, { tenantId, id })).toMatchObject({ state: 'importing', processed: 2000 })
  expect(await getImport(owner, id)).toMatchObject({ state: 'done', processed: 5000, created: 4999, updated: 1 })
  expect(await total()).toBe(5000)
  expect(await consentEvents('opt-in')).toBe(5000 + second.size)
  expect(ok(await owner.call(contactList.count, {}))).toMatchObject({ count: 5000 })
  const furtherNumbers = async () =>
    (
      await database.query(
        'select count(*)::int as n from contacts where tenant_id = $1 and main_id is not null and cardinality(other_phones) = 1',
        [tenantId],
      )
    ).rows[0].n
  expect(await furtherNumbers()).toBe(second.size)

  // A contact who wrote since, and one with a note, stay.
  const [written = '', noted = ''] = phones
  await tenant.textFrom(written, 'Hello')
  ok(await owner.call(notes.add, { contactId: (await findByPhone(owner, noted))?.id ?? '', note: 'Called' }))
  await setState('undoing')
  await runKilled(runUndo, { tenantId, id, undoneBy: owner.auth.userId })
  expect(await getImport(owner, id)).toMatchObject({ state: 'undone', undone: 4998 })
  expect(await consentEvents('void')).toBe(5000 + second.size)
  expect(await total()).toBe(3)
  // `written` has a second number, and was kept as it is.
  expect(await furtherNumbers()).toBe(1)
  expect((await findByPhone(owner, existing))?.name).toBe('Old')
  expect((await findByPhone(owner, written))?.name).toBe('C0')
}, 60_000)

test('an import ends when it is stopped or its rights are gone, and leaves new contacts of others alone', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { owner: database } = instance.server.database
  const manager = await tenant.createUser('Manager')
  const attempt = { jobId: '0', isLast: false }
  const importing = async (csv: string) => {
    const { id } = await dryRun(tenant, csv, manager)
    await database.query("update contact_imports set state = 'importing', checkpoint = 0 where id = $1", [id])
    return id
  }
  const [meanwhile, other] = [newPhone(), newPhone()]
  const first = await importing(`Name,Phone\nFile,${meanwhile}\n`)
  ok(await owner.call(contacts.add, { name: 'Added meanwhile', phone: meanwhile }))
  await runImport.run(instance.server.services, { tenantId, id: first }, attempt)
  expect(await getImport(manager, first)).toMatchObject({ state: 'done', created: 0, canUndo: false })
  expect((await findByPhone(owner, meanwhile))?.name).toBe('Added meanwhile')

  const second = await importing(`Name,Phone\nFile,${other}\n`)
  expect(ok(await manager.call(contactImports.stop, { id: second }))).toMatchObject({ state: 'stopped' })
  await runImport.run(instance.server.services, { tenantId, id: second }, attempt)
  const third = await importing(`Name,Phone\nFile,${other}\n`)
  ok(await owner.call(team.setRolePermission, { role: 'Manager', permission: 'contacts_edit', isGranted: false }))
  await runImport.run(instance.server.services, { tenantId, id: third }, attempt)
  expect(await getImport(owner, third)).toMatchObject({ state: 'stopped', created: 0 })
  expect(await findByPhone(owner, other)).toBeNull()
})

test('rows are deleted when the undo is no longer possible, and uploads that nobody started are discarded', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { owner: database } = instance.server.database
  const { id } = await importFile(tenant, `Name,Phone\nAnn,${newPhone()}\nBob,1\n`)
  const { id: abandoned } = await dryRun(tenant, `Name,Phone\nCy,${newPhone()}\n`)
  const rows = async () =>
    (await database.query('select count(*)::int as n from contact_import_rows where tenant_id = $1', [tenantId]))
      .rows[0].n
  await instance.runJob('clear-old-rows')
  expect(await rows()).toBe(3)
  await database.query(
    "update contact_imports set created_at = now() - interval '8 days', finished_at = finished_at - interval '8 days' where tenant_id = $1",
    [tenantId],
  )
  await instance.runJob('clear-old-rows')
  expect(await rows()).toBe(0)
  expect(await getImport(owner, id)).toMatchObject({ state: 'done', canUndo: false, hasProblemRows: false })
  expect(await owner.call(contactImports.undo, { id })).toFail('ImportNotUndoable')
  expect(await owner.call(contactImports.get, { id: abandoned })).toFail('ImportNotFound')
})
