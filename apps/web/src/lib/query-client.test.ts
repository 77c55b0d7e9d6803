import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('a query invalidated during its first fetch is fetched again', async () => {
  const client = createQueryClient()
  const responses: ((value: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => responses.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['calendars'], queryFn })
  const stop = observer.subscribe(() => undefined)
  // An event arrives while the response, made before it, is on its way.
  void client.invalidateQueries({ queryKey: ['calendars'] })
  responses[0]?.('connecting')
  await vi.waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.('active')
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ data: 'active', fetchStatus: 'idle' }))
  expect(responses).toHaveLength(2)
  stop()
})
