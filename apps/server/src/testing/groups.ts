import { contract, type Group } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import { newPhone, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

export const addContact = async ({ owner }: Tenant, name: string, details: object = {}) =>
  ok(await owner.call(contract.contacts.add, { name, phone: newPhone(), ...details }))

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
