import { DEFAULT_SENDING_SETTINGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { contactRegion, nextSendTime } from './quiet-hours.ts'
import { readState } from './states.ts'

test.each([
  ['FL', 'FL'],
  [' florida ', 'FL'],
  ['1 Main St, Austin, TX 78701', 'TX'],
  ['1 Main St\nPortland, OR 97205-1234, USA', 'OR'],
  ['Québec', 'QC'],
  ['12 Water St, St. John’s (NL) A1C 1A1', 'NL'],
  ['Toronto, ON M5V 2T6 Canada', 'ON'],
])('%s is read as %s', (text, code) => expect(readState(text)?.code).toBe(code))

test.each(['', 'XX', 'somewhere', '1 Main St', 'CA 94105 is where I lived', 'Toronto, CA M5V 2T6'])(
  '“%s” names no state',
  (text) => expect(readState(text)).toBeNull(),
)

test('the address decides about zone, state and country, whatever the area code', () => {
  const opens = (phone: string, state: string, at: string) =>
    nextSendTime(
      contactRegion(phone, 'America/New_York', { stateText: state }),
      { ...DEFAULT_SENDING_SETTINGS, isMarketing: false },
      at,
    )
  expect(contactRegion('+12125550100', 'America/New_York', { stateText: 'HI' })).toEqual({
    timeZones: ['Pacific/Honolulu'],
    zoneFrom: 'address',
    state: null,
    country: 'US',
  })
  // A New Yorker’s number in Florida, which closes at 20:00 and is partly an hour behind.
  expect(opens('+12125550100', 'Florida', '2026-03-03T01:30:00Z')).toBe('2026-03-03T14:00:00.000Z')
  // A Floridian’s number in New York.
  expect(opens('+13055550100', 'NY', '2026-03-03T01:30:00Z')).toBe('2026-03-03T01:30:00.000Z')
  // A US number in Canada, where weekends end at 18:00; what is no state leaves the area code.
  expect(opens('+12125550100', 'Nova Scotia', '2026-03-07T22:30:00Z')).toBe('2026-03-08T13:00:00.000Z')
  expect(opens('+12125550100', 'near the park', '2026-03-07T22:30:00Z')).toBe('2026-03-07T22:30:00.000Z')
})
