import { describe, expect, test } from 'vitest'
import { deadlinesAfterMove, refundDeadline } from './refund-deadline.ts'

const at = (time: string) => `2027-06-${time}:00.000Z`
const tx = { now: () => at('10T12:00') }
/** A visit on the 20th that is refunded until a day before. */
const visit = { startsAt: at('20T10:00'), refundUntil: at('19T10:00'), refundGraceUntil: null }

const move = (
  row: Parameters<typeof deadlinesAfterMove>[2],
  source: 'page' | 'text' | 'teammate',
  start: string,
  isUndo = false,
) => ({
  ...deadlinesAfterMove(tx, { source }, row, { at: Date.parse(at(start)), isUndo }),
  startsAt: at(start),
})

describe('the refund deadline', () => {
  test.each(['page', 'text'] as const)('follows the visit when its contact moves it in time (%s)', (source) => {
    expect(refundDeadline(move(visit, source, '25T10:00'))).toBe(at('24T10:00'))
    expect(refundDeadline(move(visit, source, '11T10:00'))).toBe(at('10T10:00'))
  })

  test('does not move with a contact who moves the visit after it', () => {
    const late = { ...visit, startsAt: at('11T10:00'), refundUntil: at('10T10:00') }
    expect(refundDeadline(move(late, 'page', '25T10:00'))).toBe(at('10T10:00'))
  })

  test('is never brought forward by a move of the team, but for the start of the visit', () => {
    expect(refundDeadline(move(visit, 'teammate', '25T10:00'))).toBe(at('24T10:00'))
    expect(refundDeadline(move(visit, 'teammate', '19T18:00'))).toBe(at('19T10:00'))
    expect(refundDeadline(move(visit, 'teammate', '11T10:00'))).toBe(at('11T10:00'))
  })

  test('leaves the contact a day to decide about a time that the team moved the visit to', () => {
    const late = { ...visit, startsAt: at('11T10:00'), refundUntil: at('10T10:00') }
    expect(refundDeadline(move(late, 'teammate', '11T11:00'))).toBe(at('11T11:00'))
    expect(refundDeadline(move(late, 'teammate', '12T06:00'))).toBe(at('11T12:00'))
    // Nothing changes for them where only its length or its teammate does.
    expect(refundDeadline(move(late, 'teammate', '11T10:00'))).toBe(at('10T10:00'))
  })

  test('is that of the terms again once the contact chooses a time themselves', () => {
    const moved = move(visit, 'teammate', '12T10:00')
    expect(refundDeadline(moved)).toBe(at('12T10:00'))
    expect(refundDeadline(move(moved, 'page', '25T10:00'))).toBe(at('24T10:00'))
  })

  test('follows an undo exactly, but for the day to decide', () => {
    const undone = move(move(visit, 'teammate', '15T10:00'), 'teammate', '20T10:00', true)
    expect(undone).toEqual({ ...visit, refundGraceUntil: at('15T10:00') })
    expect(refundDeadline(undone)).toBe(at('19T10:00'))
  })

  test('is none without a payment', () => {
    expect(refundDeadline(move({ ...visit, refundUntil: null }, 'teammate', '25T10:00'))).toBeNull()
  })
})
