import { benchBookings } from './bookings.ts'
import { benchCalendarWeek } from './calendar-week.ts'
import { benchCalendars } from './calendars.ts'
import { benchCampaigns } from './campaigns.ts'
import { benchContacts } from './contacts.ts'
import { benchFairness } from './fairness.ts'
import { benchImports } from './imports.ts'
import { benchInbound } from './inbound.ts'
import { benchInbox } from './inbox.ts'
import type { BenchOptions, Figure } from './lib/report.ts'
import { benchLists } from './lists.ts'
import { benchPayments } from './payments.ts'
import { benchPermission } from './permission.ts'
import { benchReminders } from './reminders.ts'
import { benchRequestedTimes } from './requested-times.ts'
import { benchWeb } from './web.ts'

// npm run bench [-- NAME] [--quick | --whole | --size=N]: prints one JSON line per figure; ratios are within one run.

const BENCHES: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
  bookings: benchBookings,
  calendars: benchCalendars,
  'calendar-week': benchCalendarWeek,
  campaigns: benchCampaigns,
  contacts: benchContacts,
  fairness: benchFairness,
  imports: benchImports,
  inbound: benchInbound,
  inbox: benchInbox,
  lists: benchLists,
  payments: benchPayments,
  permission: benchPermission,
  'requested-times': benchRequestedTimes,
  reminders: benchReminders,
  web: benchWeb,
}

const size = process.argv.flatMap((argument) => /^--size=(\d+)$/.exec(argument)?.[1] ?? []).map(Number)[0]
const options = {
  isQuick: process.argv.includes('--quick'),
  isWhole: process.argv.includes('--whole'),
  ...(size !== undefined && { size }),
}
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = names.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`Unknown bench ${unknown.join(', ')}. Available: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
const figures: Figure[] = []
for (const [name, run] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) figures.push(...(await run(options)))
}
process.exit(figures.every((figure) => figure.ok) ? 0 : 1)
