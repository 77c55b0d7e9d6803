import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../log.ts'

/** The application's roles: none owns anything, all are subject to row level security. */
export type AppRole = 'frontdesk_app' | 'frontdesk_inbound' | 'frontdesk_dispatcher'

/**
 * Authentication failed: wrong password or unknown user. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AUTHENTICATION_FAILED = new Set(['28P01', '28000'])
const MAX_ATTEMPTS = 5

/**
 * Returns the connection URL for a role, with a user that can assume only this role. The owner can assume any role, so
 * on its connections one injected `set role` would bypass row level security.
 *
 * Users exist per PostgreSQL server, not per database, so name and password are derived from the owner's: all processes
 * and databases of one owner agree on them. If the owner has no password, its own URL is returned.
 */
export async function signInAs(role: AppRole, { owner, url, log }: { owner: pg.Pool; url: string; log: Log }) {
  const ownerUrl = new URL(url)
  const useOwner = (reason: string, error?: unknown) => {
    log.warn(
      { role, reason, ...(error !== undefined && { err: error }) },
      'connecting as the owner of the database: a SQL injection could bypass row level security. See "The database user" in README.md',
    )
    return url
  }
  if (ownerUrl.password === '') return useOwner('DATABASE_URL has no password')
  const name = `${role}_login_${createHash('sha256').update(ownerUrl.username).digest('hex').slice(0, 8)}`
  const password = createHmac('sha256', ownerUrl.password).update(name).digest('base64url')
  const loginUrl = new URL(url)
  loginUrl.username = name
  loginUrl.password = password
  let lastError: unknown
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    if (await canSignIn(loginUrl.href)) return loginUrl.href
    // Another process may create the user at the same time; the one that fails finds the user on its next try.
    await createLogin(owner, { name, password, role }).catch((error) => {
      lastError = error
    })
  }
  return useOwner(`the user ${name} could not be created or is refused`, lastError)
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && AUTHENTICATION_FAILED.has(String(error.code))) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function createLogin(
  owner: pg.Pool,
  { name, password, role }: { name: string; password: string; role: AppRole },
): Promise<void> {
  const user = pg.escapeIdentifier(name)
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await owner.query(`create role ${user} login noinherit`)
  await owner.query(`grant ${role} to ${user}`)
  await owner.query(`alter role ${user} password ${pg.escapeLiteral(password)}`)
}
