import type { Message, UndeliveredMessage } from '@frontdesk/contract/api'
import { UNDELIVERED_DISMISS_MAX } from '@frontdesk/contract/rules'
import type { QueryClient } from '@tanstack/react-query'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { conversationKeys } from '../../entities/conversation/queries.ts'
import { api } from '../../lib/api.ts'

/** Retries that run at the same time. */
const CONCURRENT_RETRIES = 5
const PAGE_SIZE = 100

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const result: Item[][] = []
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size))
  return result
}

const store = (cache: QueryClient, messages: readonly Message[]) => {
  for (const message of messages) conversationCache(cache).takeMessages(message.conversationSid, [message])
}

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: conversationKeys.undelivered })

export async function dismissMessages(cache: QueryClient, sids: readonly string[]) {
  try {
    for (const batch of chunks(sids, UNDELIVERED_DISMISS_MAX)) {
      const { data } = await api.undelivered.dismiss({ sids: batch })
      store(cache, data.messages)
    }
  } finally {
    await refresh(cache)
  }
}

/** Undoes a dismissal. */
export async function restoreMessages(cache: QueryClient, sids: readonly string[]) {
  try {
    for (const batch of chunks(sids, UNDELIVERED_DISMISS_MAX)) {
      const { data } = await api.undelivered.restore({ sids: batch })
      store(cache, data.messages)
    }
  } finally {
    await refresh(cache)
  }
}

/** Retries each message; rejects with the first failure after all were tried. */
export async function retryMessages(cache: QueryClient, sids: readonly string[]) {
  const failures: unknown[] = []
  for (const batch of chunks(sids, CONCURRENT_RETRIES)) {
    for (const result of await Promise.allSettled(batch.map((sid) => api.messages.retry({ sid })))) {
      if (result.status === 'fulfilled') store(cache, [result.value.data])
      else failures.push(result.reason)
    }
  }
  await refresh(cache)
  if (failures.length > 0) throw failures[0]
}

/** Reads the whole list, beyond what the screen has loaded. */
export async function allUndelivered(locationID: string | null): Promise<UndeliveredMessage[]> {
  const items: UndeliveredMessage[] = []
  let cursor: string | undefined
  do {
    const { data, paging } = await api.undelivered.getList({
      pageSize: PAGE_SIZE,
      cursor,
      ...(locationID && { locationIDs: [locationID] }),
    })
    items.push(...data.items)
    cursor = paging.nextCursor ?? undefined
  } while (cursor)
  return items
}
