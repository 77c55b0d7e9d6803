import { storedValue } from '../../lib/stored-value.ts'

interface PaneWidths {
  list: number
  details: number
}

export const LIST_WIDTH = { min: 260, max: 520, usual: 340 }
export const DETAILS_WIDTH = { min: 260, max: 480, usual: 320 }

const within = ({ min, max, usual }: typeof LIST_WIDTH, stored: unknown) =>
  typeof stored === 'number' ? Math.min(max, Math.max(min, stored)) : usual

export const paneWidths = storedValue<PaneWidths>('frontdesk.inbox-panes', (stored) => {
  const { list, details } = (stored ?? {}) as Partial<PaneWidths>
  return { list: within(LIST_WIDTH, list), details: within(DETAILS_WIDTH, details) }
})

/** Whether the details pane is shown beside the thread on a wide screen. */
export const detailsAreShown = storedValue('frontdesk.inbox-details', (stored) => stored !== false)

/** Whether the inbox views are shown beside the list where there is room for them. */
export const railIsShown = storedValue('frontdesk.inbox-rail', (stored) => stored !== false)
