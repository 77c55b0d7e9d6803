import { contract, type Group } from '@frontdesk/contract/api'
import { shift } from '../platform/clock.ts'
import { ok } from './client.ts'
import type { TestClock } from './test-clock.ts'
import { newPhone, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

export const addContact = async ({ owner }: Tenant, name: string, details: object = {}) =>
  ok(await owner.call(contract.contacts.add, { name, phone: newPhone(), ...details }))

/** Adds contacts called “Person 0” and so on. */
export async function addContacts({ owner }: Tenant, n: number): Promise<{ name: string; phone: string }[]> {
  const people = Array.from({ length: n }, (_, i) => ({ name: `Person ${i}`, phone: newPhone() }))
  ok(await owner.call(contract.contacts.addList, { contacts: people, source: 'csv-upload' }))
  return people
}

export const addGroup = async (user: TestUser, group: object): Promise<Group> =>
  ok(await user.call(contract.groups.save, { name: 'Regulars', ...group })).data

/** A group message, with an id of its own. */
export const groupMessage = (message: object) => ({
  text: 'Hello',
  clientMessageId: crypto.randomUUID(),
  ...message,
})

/** Bodies of the texts that arrived on a contact's phone, oldest first. */
export const arrivedTexts = async (tenant: Tenant, { phone }: { phone: string }): Promise<string[]> =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

/** Counts a message as if it had many recipients: the first reading requests it from a job. */
export async function countAsMany(
  { server, idle }: Pick<TestInstance, 'server' | 'idle'>,
  { id }: { id: string },
  read: () => Promise<unknown>,
): Promise<void> {
  await server.database.owner.query('update group_messages set total = 1000000 where id = $1', [id])
  await read()
  await idle()
}

/**
 * Moves the clock on as while the server runs: `run` sends what is due whenever the time of a recipient comes, or that
 * at which a limit starts over.
 */
export async function passRunning(
  { server }: Pick<TestInstance, 'server'>,
  clock: TestClock,
  milliseconds: number,
  run: () => Promise<void>,
): Promise<void> {
  const { owner } = server.database
  // Jobs that were just enqueued run before time passes.
  await run()
  const end = shift(clock.now(), milliseconds)
  for (;;) {
    const { rows } = await owner.query<{ due: string | null }>(
      `select min(due) as due from (
         select r.held_until as due from group_recipients r
         join group_messages g on g.tenant_id = r.tenant_id and g.id = r.group_message_id and g.state = 'running'
         where r.state = 'held' and r.reason <> 'missed'
         union all
         select g.heartbeat_at from group_messages g where g.state = 'running' and exists (
           select from group_recipients r
           where r.tenant_id = g.tenant_id and r.group_message_id = g.id and r.state = 'pending'
         )
       ) d where due between $1 and $2`,
      [clock.now(), end],
    )
    const due = rows[0]?.due
    clock.advance(Date.parse(due ?? end) - Date.parse(clock.now()))
    // Jobs of messages whose texts wait for the carrier run every few seconds.
    await owner.query("update group_messages set heartbeat_at = $1 where state = 'running' and heartbeat_at < $1", [
      clock.now(),
    ])
    await run()
    if (!due) return
  }
}
