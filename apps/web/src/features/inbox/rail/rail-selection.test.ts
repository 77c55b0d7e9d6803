import { expect, test } from 'vitest'
import { countFilters, selectedInRail } from './rail-selection.ts'

const view = { id: 'praise', name: 'Praise', search: 'folder=reviews&range=this_year', isShared: false, isOwn: true }

test.each([
  [{}, 'all'],
  [{ tab: 'closed', unread: true }, 'all'],
  [{ to: 'me' }, 'mine'],
  [{ to: 'none', range: 'today' }, 'unassigned'],
  [{ to: 'me,none' }, 'all'],
  [{ to: 'me', folder: 'reviews' }, 'folder:reviews'],
  [{ folder: 'reviews', range: 'this_year' }, 'view:praise'],
  [{ status: 'won' }, 'status:won'],
  [{ waiting: true, to: 'me' }, 'waiting'],
  [{ snoozed: true }, 'snoozed'],
] as const)('%o selects %s', (search, key) => expect(selectedInRail(search, [view])).toBe(key))

test('for a person who sees only their own conversations, everything is theirs', () => {
  expect(selectedInRail({}, [], true)).toBe('mine')
})

test.each([
  [{ to: 'me', unread: true }, 0],
  [{ folder: 'reviews' }, 0],
  [{ folder: 'reviews,new' }, 1],
  [{ to: 'me', range: 'today' }, 2],
  [{ label: 'VIP' }, 1],
] as const)('of %o, %s filters are counted', (search, count) => expect(countFilters(search)).toBe(count))
