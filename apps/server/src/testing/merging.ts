import { type Conversation, contract, type Message } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import { newPhone, type Tenant, type TestUser } from './test-instance.ts'

export const bodies = (items: Message[]) =>
  items.filter(({ attributes }) => attributes.type !== 'update').map(({ body }) => body)
export const indexes = (items: Message[]) => items.map(({ index }) => index)
export const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1)
export const merge = (person: TestUser, merged: Pick<Conversation, 'sid'>, into: Pick<Conversation, 'sid'>) =>
  person.call(contract.merging.merge, { sid: merged.sid, intoSid: into.sid })
export const unmerge = (person: TestUser, from: Pick<Conversation, 'sid'>, merged: Pick<Conversation, 'sid'>) =>
  person.call(contract.merging.unmerge, { sid: from.sid, mergedSid: merged.sid })
export const bySid = (person: TestUser, sid: string) => person.call(contract.conversations.getBySid, { sid })
export const send = (person: TestUser, conversation: Pick<Conversation, 'sid'>, text: string, viaSid?: string) =>
  person.call(contract.messages.send, {
    conversationSid: conversation.sid,
    text,
    clientMessageId: crypto.randomUUID(),
    ...(viaSid && { viaSid }),
  })
export const stats = async (person: TestUser) => {
  const { totalOpen, totalUnread } = ok(await person.call(contract.conversations.getStats, {})).data
  const closed = ok(await person.call(contract.conversations.getStats, { isClosed: true })).data
  return { totalOpen, totalUnread, totalClosed: closed.totalClosed, closedUnread: closed.totalUnread }
}

/** Two phones of one person that texted alternately, with their conversations. */
export async function twoPhones(tenant: Tenant) {
  const [mobile, work] = [newPhone(), newPhone()]
  await tenant.textFrom(mobile, 'm1')
  await tenant.textFrom(work, 'w1')
  await tenant.textFrom(mobile, 'm2')
  const second = await tenant.textFrom(work, 'w2')
  const first = await tenant.textFrom(mobile, 'm3')
  return { mobile, work, first, second }
}
