import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { LocationFollower } from '../../platform/module.ts'
import { mayHave } from '../assignees/index.ts'
import { type ChangeStep, changeAll, defineChange } from '../changes/index.ts'
import { conversationMoved } from '../conversations/events.ts'
import { assigned } from './assign-change.ts'

interface Move {
  location: { id: string; name: string }
}

/** Moves conversations to a location. First unassigns those whose assignee cannot see it. */
const steps = (tx: TenantTx, { location }: Move): ChangeStep[] => [
  { ...assigned({ toUser: null }), only: losesAssignee(tx, location.id) },
  {
    set: { locationId: location.id },
    event: conversationMoved.of(),
    update: { kind: 'moved', value: location.name },
  },
]

/** SQL: whether the row `c` is at another location, and its assignee cannot see this one. */
const losesAssignee = (tx: TenantTx, locationId: string): RawBuilder<boolean> => sql`(
  c.location_id <> ${locationId}::uuid and c.to_user_id is not null and not exists (
    select from users u where u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id and ${mayHave(tx, locationId)}
  )
)`

export const locationChange = defineChange<Move>({
  apply: async (run, ids, move) => {
    const changed = new Map()
    for (const step of steps(run.tx, move)) for (const row of await run.step(ids, step)) changed.set(row.id, row)
    return [...changed.values()]
  },
})

/** Moves all conversations of a location that is being removed. Open screens refetch their lists. */
export const moveConversations: LocationFollower = async (tx, { from, to, by, at }) => {
  // Nothing shows these updates, so the name does not matter.
  for (const step of steps(tx, { location: { id: to, name: '' } }))
    await changeAll(tx, sql<boolean>`c.location_id = ${from}`, step, { by, at })
}
