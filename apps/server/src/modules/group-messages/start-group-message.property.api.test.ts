import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runs } from '../../testing/property-runs.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'
import { findPerson } from '../accounts/index.ts'
import { addRecipients, insertGroupMessage } from './start-group-message.ts'

const instance = await sharedTestInstance()

const PEOPLE = 1500
/** Five standard deviations of a share among so many people, so that only a wrong share is beyond. */
const tolerance = (share: number, of: number) => 5 * Math.sqrt((share * (1 - share)) / of) + 1 / of

test('versions and control group get their shares, the same ones in whatever order and pages they are collected', {
  timeout: 600_000,
}, async () => {
  const { tenantId, owner } = await instance.createTenant()
  const request = fc.record({
    id: fc.uuid({ version: 4 }),
    variants: fc.integer({ min: 0, max: 3 }),
    controlPercent: fc.integer({ min: 0, max: 50 }),
    pageSize: fc.integer({ min: 200, max: PEOPLE }),
  })
  const ids = Array.from({ length: PEOPLE }, () => crypto.randomUUID())
  await fc.assert(
    fc.asyncProperty(request, async ({ id, variants, controlPercent, pageSize }) => {
      /** Collects everyone, page by page, and forgets it again. */
      const collect = async (people: readonly string[], size: number) => {
        let stored: { contactId: string; variant: number; reason: string | null }[] = []
        const rollback = new Error('Rolled back.')
        await instance.server.services
          .inTenant({ tenantId }, async (tx) => {
            const author = await findPerson(tx, owner.auth.userId)
            const texts = Array.from({ length: variants }, (_, n) => `Version ${n}`)
            const row =
              author &&
              (await insertGroupMessage(tx, author, {
                id,
                kind: 'campaign',
                group: null,
                audience: { rules: [{ kind: 'selected' }], excludesOpenConversations: false },
                locationId: null,
                body: 'First',
                variants: texts,
              }))
            if (!row) throw new Error('The message was not stored.')
            for (let from = 0; from < people.length; from += size) {
              const page = people.slice(from, from + size)
              const contacts = sql`select w.id, w.id as key from unnest(${page}::uuid[]) as w (id)`
              await addRecipients(tx, row, contacts, { controlPercent })
            }
            stored = await tx
              .selectFrom('groupRecipients')
              .where('tenantId', '=', tx.tenantId)
              .where('groupMessageId', '=', id)
              .orderBy('contactId')
              .select(['contactId', 'variant', 'reason'])
              .execute()
            throw rollback
          })
          .catch((error: unknown) => {
            if (error !== rollback) throw error
          })
        return stored
      }
      const recipients = await collect(ids, PEOPLE)
      // In another order, in pages, and with pages that are read again after a restart.
      expect(await collect([...ids.toReversed(), ...ids.slice(0, 300)], pageSize)).toEqual(recipients)
      const control = recipients.filter(({ reason }) => reason === 'control-group').length / PEOPLE
      expect(Math.abs(control - controlPercent / 100)).toBeLessThanOrEqual(tolerance(controlPercent / 100, PEOPLE))
      const texted = recipients.filter(({ reason }) => reason === null)
      for (let variant = 0; variant <= variants; variant++) {
        const share = texted.filter((recipient) => recipient.variant === variant).length / texted.length
        const due = 1 / (variants + 1)
        expect(Math.abs(share - due)).toBeLessThanOrEqual(tolerance(due, texted.length))
      }
    }),
    runs(12),
  )
})
