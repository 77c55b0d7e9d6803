import type pg from 'pg'
import { EVENTS } from '../app/events.ts'

/**
 * Fails when an event that the server recorded does not fit its definition. Events are recorded without being parsed,
 * some of them by SQL, so this is what holds them against their schemas: no missing, wrong or unlisted field, no
 * unlisted type. Returns the id of the last event.
 */
export async function assertEventsFit(client: pg.Pool | pg.Client, after = '0'): Promise<string> {
  const { rows } = await client.query<{ id: string; type: string; data: unknown }>(
    'select id, type, data from events where id > $1 order by id',
    [after],
  )
  const faults = rows.flatMap(({ type, data }) => {
    const definition = EVENTS.get(type)
    if (!definition) return [`${type}: no module lists it`]
    const { error } = definition.schema.strict().safeParse(data)
    return error ? [`${type} ${JSON.stringify(data)}: ${error.message}`] : []
  })
  if (faults.length > 0) throw new Error(`Events do not fit their definitions:\n${[...new Set(faults)].join('\n')}`)
  return rows.at(-1)?.id ?? after
}
