const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const second = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

const DAY_MS = 86_400_000

const daysAgo = (at: Date) => {
  const today = new Date()
  return Math.round(
    (new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime() -
      new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()) /
      DAY_MS,
  )
}

export const timeOf = (iso: string): string => time.format(new Date(iso))

export const secondOf = (iso: string): string => second.format(new Date(iso))

/** Short form for lists: time, weekday or date. */
export function shortDate(iso: string): string {
  const at = new Date(iso)
  const days = daysAgo(at)
  return days === 0 ? time.format(at) : days < 7 ? weekday.format(at) : date.format(at)
}

export function dayOf(iso: string): string {
  const at = new Date(iso)
  const days = daysAgo(at)
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : `${weekday.format(at)}, ${date.format(at)}`
}

export const now = (): string => time.format(new Date())
