import { expect, test } from 'vitest'
import { DELIVERY_REASONS, DELIVERY_STATUSES, type DeliveryStatus, explainDelivery, mayFollow } from './delivery.ts'

const AFTER: Record<DeliveryStatus, DeliveryStatus[]> = {
  queued: ['sending', 'unknown', 'sent', 'delivered', 'read', 'undelivered', 'failed'],
  sending: ['unknown', 'sent', 'delivered', 'read', 'undelivered', 'failed'],
  unknown: ['sending', 'sent', 'delivered', 'read', 'undelivered', 'failed'],
  sent: ['delivered', 'read', 'undelivered', 'failed'],
  delivered: ['read'],
  read: [],
  undelivered: [],
  failed: [],
}

test.each(DELIVERY_STATUSES)('transitions from %s', (current) => {
  expect(DELIVERY_STATUSES.filter((next) => mayFollow(current, next))).toEqual(AFTER[current])
})

test('a delivered message stays delivered in whatever order reports arrive', () => {
  const reports: DeliveryStatus[] = ['sending', 'sent', 'delivered', 'read']
  const orders = (rest: DeliveryStatus[]): DeliveryStatus[][] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((one) => orders(rest.filter((other) => other !== one)).map((order) => [one, ...order]))
  for (const order of orders(reports)) {
    const end = order.reduce<DeliveryStatus>((current, next) => (mayFollow(current, next) ? next : current), 'queued')
    expect(end).toBe('read')
  }
})

test('carrier codes map to reasons; unknown codes can be retried', () => {
  expect(explainDelivery(30006)).toEqual({ reason: 'landline', canRetry: false })
  expect(explainDelivery(30001)).toEqual({ reason: 'queue-full', canRetry: true })
  expect(explainDelivery(30022)).toEqual({ reason: 'queue-full', canRetry: true })
  for (const code of [30023, 30027]) expect(explainDelivery(code)).toEqual({ reason: 'brand-limit', canRetry: true })
  expect(explainDelivery(99_999)).toEqual({ reason: 'other', canRetry: true })
  expect(explainDelivery(null)).toEqual({ reason: 'other', canRetry: true })
})

test('messages the recipient or the law forbids cannot be retried', () => {
  for (const code of [21610, 30004, 30006, 30007, 30034, 21211, 21614]) {
    const { reason, canRetry } = explainDelivery(code)
    expect(DELIVERY_REASONS).toContain(reason)
    expect(canRetry).toBe(false)
  }
})
