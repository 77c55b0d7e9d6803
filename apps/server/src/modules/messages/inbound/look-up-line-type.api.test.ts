import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../../testing/test-instance.ts'
import { lookUpLineType } from './look-up-line-type.job.ts'

const instance = await sharedTestInstance()

test('a refused text tells more about a number than a look-up that began before it', async () => {
  const tenant = await instance.createTenant()
  const contactId = ok(await tenant.owner.call(contract.contacts.add, { name: 'Ana', phone: newPhone() })).id
  await instance.idle()
  const { services, database } = instance.server
  await database.owner.query('delete from number_lookups where tenant_id = $1', [tenant.tenantId])
  const { carrier } = services
  const slowCarrier: typeof carrier = {
    ...carrier,
    lookUp: async (...request) => {
      const lookup = await carrier.lookUp(...request)
      await database.owner.query(`update contacts set line_type = 'landline' where tenant_id = $1 and id = $2`, [
        tenant.tenantId,
        contactId,
      ])
      return lookup
    },
  }
  const payload = { tenantId: tenant.tenantId, contactId }
  await lookUpLineType.run({ ...services, carrier: slowCarrier }, payload, { jobId: '1', isLast: false })
  const { rows } = await database.owner.query('select line_type from contacts where tenant_id = $1 and id = $2', [
    tenant.tenantId,
    contactId,
  ])
  expect(rows).toEqual([{ line_type: 'landline' }])
})
