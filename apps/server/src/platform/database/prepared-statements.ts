import { createHash } from 'node:crypto'
import type pg from 'pg'

declare module 'pg' {
  interface Connection {
    /** Texts of the prepared statements by name. A statement that is missing here is parsed again. */
    parsedStatements: Record<string, string>
  }
}

/** Bounds memory: the plan of a filtered list takes 0.2 MB per connection. */
const MAX_PREPARED = 400

/** Names by text, least recently used first. */
const names = new Map<string, string>()
let generation = 0
/** Number of times that statements lost their names. */
let removals = 0
const removalsSeen = new WeakMap<pg.PoolClient, number>()

/**
 * The name of a prepared statement. Texts vary, such as those of filtered lists, so a new one takes the place of the
 * least recently used.
 */
export function nameOf(text: string): string {
  const name = names.get(text) ?? `${createHash('sha1').update(text).digest('base64url')}${generation}`
  names.delete(text)
  names.set(text, name)
  if (names.size > MAX_PREPARED) {
    for (const oldest of names.keys()) {
      names.delete(oldest)
      break
    }
    removals += 1
  }
  return name
}

/** Statements get other names, so that every connection plans them again. */
export function forgetPlans(): void {
  generation += 1
  removals += 1
  names.clear()
}

/** Frees the plans of a connection whose statements have lost their names. Called before a transaction begins. */
export function freePlans(client: pg.PoolClient): void {
  if (removalsSeen.get(client) === removals) return
  removalsSeen.set(client, removals)
  const { parsedStatements } = client.connection
  const unnamed = Object.keys(parsedStatements).filter((name) => names.get(parsedStatements[name] ?? '') !== name)
  if (unnamed.length === 0) return
  for (const name of unnamed) delete parsedStatements[name]
  // Its only failure is a lost connection, on which the transaction fails too.
  client.query(unnamed.map((name) => `deallocate "${name}"`).join('; ')).catch(() => {})
}
