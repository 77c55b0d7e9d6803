export interface MonthVisit {
  element: HTMLElement
  id: string
  /** The day it is on. */
  source: string
}

/** The movable visit of a month that contains an element. */
export function findVisit(target: EventTarget | null): MonthVisit | null {
  const element = (target as HTMLElement | null)?.closest<HTMLElement>('[data-visit]')
  const source = element?.closest<HTMLElement>('[data-date]')?.dataset.date
  return element?.dataset.visit && source ? { element, id: element.dataset.visit, source } : null
}

/** Highlights the day to which a visit would be moved, without a React render. */
export function markCell(root: HTMLElement | null, cell: HTMLElement | null): void {
  for (const marked of root?.querySelectorAll<HTMLElement>('[data-over]') ?? [])
    if (marked !== cell) delete marked.dataset.over
  if (cell) cell.dataset.over = ''
}
