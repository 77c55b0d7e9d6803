import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contactEvents } from '../contact/realtime.ts'
import { groupEvents } from './realtime.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A cache with a figure and the chart beside it, which have been fetched; returns those that are fetched again. */
function openScreen(figure: string, chart: string) {
  const cache = new QueryClient()
  cache.setQueryData([figure, 'figures'], 1)
  cache.setQueryData([chart, 'chart'], 1)
  const refetched = () =>
    [figure, chart].filter((key) => cache.getQueryCache().findAll({ queryKey: [key], stale: true }).length > 0)
  return { cache, refetched }
}

test('the chart of a campaign follows its figures, counted at most every two seconds', () => {
  const { cache, refetched } = openScreen('groups', 'group-trends')
  const { handlers, flush, onMessage } = groupEvents(cache)
  flush()
  expect(refetched()).toEqual([])
  handlers['group-message.changed']({
    type: 'group-message.changed',
    id: null,
    at: '',
    groupMessageID: 'c1',
    groupSid: null,
  })
  flush()
  expect(refetched()).toEqual(['groups'])
  vi.advanceTimersByTime(2000)
  expect(refetched()).toEqual(['groups', 'group-trends'])
  const counted = vi.spyOn(cache, 'invalidateQueries')
  for (let second = 0; second < 60; second++) {
    onMessage()
    vi.advanceTimersByTime(1000)
  }
  const charts = counted.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'group-trends')
  expect(charts.length).toBeGreaterThan(10)
  expect(charts.length).toBeLessThanOrEqual(30)
})

test('the chart of subscribers follows their figures', () => {
  const { cache, refetched } = openScreen('contacts', 'contact-trends')
  const { handlers, flush } = contactEvents(cache)
  handlers['contact.changed']({ type: 'contact.changed', id: null, at: '', contactID: 'k1' })
  flush()
  vi.advanceTimersByTime(2000)
  expect(refetched()).toEqual(['contacts', 'contact-trends'])
})
