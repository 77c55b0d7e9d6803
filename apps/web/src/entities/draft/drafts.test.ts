import { DRAFT_MAX } from '@frontdesk/contract/rules'
import { ORPCError } from '@orpc/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { aConversation } from '../../testing/a-conversation.ts'

const server = vi.hoisted(() => ({
  saved: [] as string[],
  answer: async (): Promise<unknown> => undefined,
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    conversations: {
      saveDraft: async ({ messageDraft }: { messageDraft: string }) => {
        const answer = await server.answer()
        server.saved.push(messageDraft)
        return answer
      },
    },
  },
}))
const { drafts } = await import('./drafts.ts')

const { sid } = aConversation(1)
const down = async () => {
  throw new TypeError('Failed to fetch')
}
beforeEach(() => {
  drafts.forgetAll()
  server.saved = []
  server.answer = async () => undefined
})
const settled = () => new Promise((resolve) => setTimeout(resolve))
const write = (text: string) => {
  drafts.write(sid, text)
  drafts.flush(sid)
}

test('text written offline is saved once online, and no older copy replaces it', async () => {
  server.answer = down
  write('Half a sen')
  await settled()
  drafts.takeFromServer(sid, 'Ha', '1')
  expect(drafts.get(sid).text).toBe('Half a sen')
  server.answer = async () => undefined
  drafts.saveAgain()
  await vi.waitFor(() => expect(server.saved).toEqual(['Half a sen']))
  drafts.saveAgain()
  await settled()
  drafts.takeFromServer(sid, 'Half a sentence, from another screen', '2')
  expect(drafts.get(sid).text).toBe('Half a sentence, from another screen')
  expect(server.saved).toEqual(['Half a sen'])
})

test('an older draft that catch-up reports after a newer live event is ignored', async () => {
  write('Half a sentence')
  await settled()
  drafts.takeFromServer(sid, 'Half a sentence', '1000')
  drafts.takeFromServer(sid, 'Half', '999')
  expect(drafts.get(sid).text).toBe('Half a sentence')
  drafts.takeFromServer(sid, 'From another screen', '1001')
  expect(drafts.get(sid).text).toBe('From another screen')
})

test('of two states in quick succession the later one is kept', async () => {
  let letGo = () => {}
  server.answer = () =>
    new Promise<void>((resolve) => {
      letGo = resolve
    })
  write('Yes')
  drafts.clear(sid)
  server.answer = async () => undefined
  await settled()
  expect(server.saved).toEqual([])
  letGo()
  await vi.waitFor(() => expect(server.saved).toEqual(['Yes', '']))
})

test('a draft that is too long is not sent to the server, stays in this window, and is saved once it is shorter', async () => {
  const long = 'x'.repeat(DRAFT_MAX + 1)
  write('Begun')
  await settled()
  write(long)
  await settled()
  drafts.takeFromServer(sid, 'Begun', '1')
  drafts.saveAgain()
  drafts.flushAll()
  await settled()
  expect(drafts.get(sid).text).toBe(long)
  expect(server.saved).toEqual(['Begun'])
  write(long.slice(1))
  await vi.waitFor(() => expect(server.saved).toEqual(['Begun', long.slice(1)]))
})

test('a draft that the server refuses, or that was discarded, is not retried', async () => {
  server.answer = async () => {
    throw new ORPCError('ConversationNotFound', { status: 404 })
  }
  write('Too late')
  await settled()
  server.answer = async () => undefined
  drafts.saveAgain()
  await settled()
  server.answer = down
  write('Given up')
  drafts.forget(sid)
  await settled()
  server.answer = async () => undefined
  drafts.saveAgain()
  await settled()
  expect(server.saved).toEqual([])
})
