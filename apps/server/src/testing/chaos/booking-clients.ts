import { createGoogleUser } from './booking-google.ts'
import type { AnsweredVisit, ClientContext, createVisit } from './booking-history.ts'
import { createTeam } from './booking-team.ts'
import { createTexters } from './booking-texters.ts'
import { createVisitors } from './booking-visitors.ts'
import { enqueueJob } from './jobs.ts'
import { query } from './kills.ts'

type Book = () => Promise<ReturnType<typeof createVisit> | null>
type Change = [weight: number, change: (visit: AnsweredVisit) => Promise<unknown>]

/** So many visits does a client have at once. */
const VISITS_MAX = 12

/**
 * Clients that book and change visits of their visits: by the team, on the page, and by text. Each act is one request
 * or more.
 */
export function createClients(context: ClientContext): (() => Promise<void>)[] {
  const team = createTeam(context)
  const visitors = createVisitors(context)
  const texters = createTexters(context)
  const google = createGoogleUser(context, team)
  const ofTeam: Change[] = [
    [6, team.move],
    [2, team.cancel],
    [3, team.confirm],
    [2, google.move],
    [1, google.remove],
  ]
  const ofVisitors: Change[] = [
    [5, visitors.move],
    [2, visitors.cancel],
    [2, visitors.checkPage],
    [2, team.confirm],
    [2, team.move],
  ]
  const ofTexters: Change[] = [
    [5, texters.move],
    [3, texters.confirm],
    [1, team.cancel],
  ]
  return [
    createClient(context, team.book, ofTeam),
    createClient(context, team.book, ofTeam),
    createClient(context, visitors.book, ofVisitors),
    createClient(context, visitors.book, ofVisitors),
    createClient(context, texters.book, ofTexters),
    createClient(context, texters.book, ofTexters),
  ]
}

function createClient(context: ClientContext, book: Book, changes: readonly Change[]): () => Promise<void> {
  const { random } = context
  const visits: AnsweredVisit[] = []
  const weighted = changes.flatMap(([weight, change]) => Array.from({ length: weight }, () => change))
  return async () => {
    const books = visits.length === 0 || (visits.length < VISITS_MAX && random.chance(0.4))
    const visit = books ? await book() : random.pick(visits)
    if (!visit) return
    if (books) visits.push(visit)
    else await random.pick(weighted)?.(visit)
    const isOver = visit.status === 'cancelled'
    if (!isOver && !random.chance(0.12)) return
    visits.splice(visits.indexOf(visit), 1)
    visit.isSettled = true
    await makeRemindersDue(context, [visit.id])
  }
}

/** Reminders of visits that nobody changes any more become due at once. */
export async function makeRemindersDue(
  { system, business, now }: ClientContext,
  ids: readonly string[],
): Promise<void> {
  const rows = await query(
    system,
    `update scheduled_messages set send_at = $2, due_at = $2 where booking_id = any($1) and state = 'waiting' returning id`,
    [ids, now()],
  )
  if (rows.length > 0)
    await enqueueJob(system, 'send-reminders', { tenantId: business.tenantId, dueAt: now() }).catch(() => undefined)
}
