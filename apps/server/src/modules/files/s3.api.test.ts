import { contract, type StoredFile } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../testing/files.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import {
  messageSid,
  newPhone,
  PASSWORD,
  startTestInstance,
  type Tenant,
  type TestInstance,
} from '../../testing/test-instance.ts'
import { eraseTenant } from '../account-deletion/delete-account.job.ts'

let s3: S3Server
let instance: TestInstance
beforeAll(async () => {
  s3 = await startS3Server()
  instance = await startTestInstance({ env: s3.env })
})
afterAll(async () => {
  await instance.close()
  await s3.close()
})

const open = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(`${instance.url}${path}`, { headers: { cookie, ...headers } })
const filesOf = async ({ tenantId }: Tenant) => (await s3.files()).filter((key) => key.startsWith(tenantId))
const keyOf = ({ tenantId }: Tenant, { sid }: StoredFile) => `${tenantId}/${fromSid(sid)}`

test('with S3_* a file is stored in the bucket, displayed, sent, exported, and deleted with its message', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid: conversationSid } = await tenant.textFrom(phone, 'Hello')
  const file = ok(await upload(tenant.owner, await createPng()))
  expect(await filesOf(tenant)).toEqual([keyOf(tenant, file)])

  const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  const shown = await open(file.url, cookie)
  expect(shown.headers.get('content-type')).toBe('image/png')
  const bytes = new Uint8Array(await shown.arrayBuffer())
  expect(bytes).toHaveLength(file.byteSize)
  const part = await open(file.url, cookie, { range: 'bytes=10-19' })
  expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(10, 20)])

  const clientMessageId = crypto.randomUUID()
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid,
      text: '',
      clientMessageId,
      attachments: [file.sid],
    }),
  )
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)?.media).toMatchObject([{ contentType: 'image/png' }])

  ok(await tenant.owner.call(contract.accountDeletion.startExport, {}))
  await instance.idle()
  const { export: written } = ok(await tenant.owner.call(contract.accountDeletion.getExport, undefined)).data
  const zip = new Uint8Array(await (await open(written?.url ?? '', cookie)).arrayBuffer())
  expect(zip).toHaveLength(written?.byteSize ?? 0)

  ok(await tenant.owner.call(contract.messages.remove, { sid: messageSid(clientMessageId) }))
  await instance.idle()
  expect(await filesOf(tenant)).toEqual([expect.stringMatching(/\/exports\/.*\.zip$/)])
  expect(instance.errors).toEqual([])
})

test('while the bucket is unreachable, uploads and downloads fail with a code and store nothing', async () => {
  const tenant = await instance.createTenant()
  const file = ok(await upload(tenant.owner, await createPng()))
  const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  await s3.stop()
  expect(await upload(tenant.owner, await createPng())).toFail('FilesUnavailable')
  const refused = await open(file.url, cookie)
  expect([refused.status, await refused.json()]).toMatchObject([503, { errorCode: 'FilesUnavailable' }])
  // An account whose files cannot be deleted is kept, so that the job can retry.
  const { server } = instance
  const erase = () => eraseTenant(server.services, tenant.tenantId)
  await expect(erase()).rejects.toThrow('Files cannot be saved')
  await s3.restart()
  expect(await filesOf(tenant)).toEqual([keyOf(tenant, file)])
  const { rows } = await server.database.owner.query('select id from files where tenant_id = $1', [tenant.tenantId])
  expect(rows).toEqual([{ id: fromSid(file.sid) }])
  await erase()
  expect(await filesOf(tenant)).toEqual([])
})
