import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../log.ts'

/** What the application may act as; each owns nothing and is bound by row level security. */
export type AppRole = 'frontdesk_app' | 'frontdesk_inbound' | 'frontdesk_dispatcher'

/** Sign-in refused: wrong password, or no such user. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REFUSED = new Set(['28P01', '28000'])
const TRIES = 5

/**
 * The address by which the application signs in for a role: as a user who may become that role and nothing else. The owner
 * may become anybody, so on its connections one injected `set role` would lift row level security.
 *
 * Users belong to the whole server, so their name and password are derived from the owner's: every process of every
 * database of one owner agrees on them. Where the owner signs in without a password, its address is used.
 */
export async function signInAs(role: AppRole, { owner, url, log }: { owner: pg.Pool; url: string; log: Log }) {
  const ownerUrl = new URL(url)
  if (ownerUrl.password === '') {
    log.warn({ role }, 'DATABASE_URL has no password: the application signs in as the owner of the database')
    return url
  }
  const name = `${role}_login_${createHash('sha256').update(ownerUrl.username).digest('hex').slice(0, 8)}`
  const password = createHmac('sha256', ownerUrl.password).update(name).digest('base64url')
  const loginUrl = new URL(url)
  loginUrl.username = name
  loginUrl.password = password
  for (let tries = 0; tries < TRIES; tries++) {
    if (await canSignIn(loginUrl.href)) return loginUrl.href
    // Another process may be doing the same: whoever comes second fails, and finds the user on its next try.
    await createLogin(owner, { name, password, role }).catch((error) => log.debug({ err: error, role }, 'no login yet'))
  }
  log.warn({ role, name }, 'the database refuses this user: the application signs in as the owner of the database')
  return url
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSED.has(String(error.code))) return false
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
