import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type AuthResult,
  type Conversation,
  type ConversationFilter,
  contract,
  type Message,
  type Role,
  toSid,
} from '@frontdesk/contract'
import { createSandbox, type Sandbox } from '@frontdesk/sandbox'
import type { AnyContractProcedure, InferContractRouterInputs } from '@orpc/contract'
import pg from 'pg'
import { inject } from 'vitest'
import { createServer, type Frontdesk, type ServerOptions } from '../app/create-server.ts'
import { addUser } from '../modules/accounts/index.ts'
import { addLocation } from '../modules/locations/index.ts'
import { readConfig } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { callEndpoint, ok } from './client.ts'
import { inDatabase, TEMPLATE } from './global-setup.ts'

export interface House {
  server: Frontdesk
  sandbox: Sandbox
  url: string
  /** Errors the server logged; a test that expects none asks for an empty list. */
  errors: unknown[]
  /** Everything logged, as the lines' objects. */
  lines: unknown[]
  aTenant: (options?: TenantOptions) => Promise<Tenant>
  /** Everything committed has been dispatched, every job and webhook has run. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

export interface TenantOptions {
  /** Numbers and locations to begin with; each location has one number. */
  locations?: number
}

export interface Person {
  auth: AuthResult
  call: <Endpoint extends AnyContractProcedure>(
    endpoint: Endpoint,
    input: InferContractRouterInputs<Endpoint>,
  ) => ReturnType<typeof callEndpoint<Endpoint>>
}

export interface Tenant {
  tenantId: string
  owner: Person
  locationIds: string[]
  numbers: string[]
  /** A teammate who is signed in. Without `locationIds`: all locations, by explicit grant. */
  aPerson: (role: Role, options?: { locationIds?: string[] }) => Promise<Person>
  /** A phone in the sandbox that texts one of the tenant's numbers; resolves when the text is in the inbox. */
  textFrom: (phone: string, body: string, options?: { to?: string; mediaUrls?: string[] }) => Promise<Conversation>
  /** The conversation with a phone, as the owner sees it. */
  conversationWith: (phone: string, number?: string) => Promise<Conversation | undefined>
  /** What a phone shows, oldest first. */
  onPhone: (
    phone: string,
  ) => Promise<{ from: string; to: string; body: string; direction: string; status: string; media: unknown[] }[]>
  messagesOf: (conversation: Pick<Conversation, 'sid'>, person?: Person) => Promise<Message[]>
  list: (person: Person, filter?: ConversationFilter) => Promise<Conversation[]>
}

let counter = 0
/** A valid US mobile number nobody else in this process has. */
export const aPhone = (): string => `+1212555${String(1000 + counter++).padStart(4, '0')}`

export interface HouseOptions extends Pick<ServerOptions, 'attemptRules' | 'now'> {
  sandbox?: { keywordReplies?: boolean; statusDelayMs?: number }
}

/** A whole Frontdesk on its own database, with the outside world beside it, listening on a free port. */
export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-house-'))

  const lines: unknown[] = []
  const errors: unknown[] = []
  const note =
    (level: string) =>
    (...parts: unknown[]) => {
      lines.push({ level, parts })
      if (level === 'error' || level === 'fatal') errors.push(parts)
    }
  const log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
    fatal: note('fatal'),
  } as unknown as Log

  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 0, ...options.sandbox })
  const account = sandbox.createAccount({ friendlyName: 'Tests' })
  const server = await createServer({
    config: readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir }),
    databaseUrl: inDatabase(postgresUrl, name),
    log,
    attemptRules: options.attemptRules ?? {
      signInsPerAccount: 1000,
      signInsPerAddress: 1000,
      signUpsPerAddress: 1000,
      refreshesPerAddress: 1000,
    },
    sharedAccount: () => ({ accountSid: account.sid, authToken: account.authToken }),
    carrierUrl: () => `${server.publicUrl().replace('localhost', '127.0.0.1')}/sandbox/twilio`,
    ...(options.now && { now: options.now }),
  })
  await server.app.register(sandbox.plugin, { prefix: '/sandbox' })
  const url = await server.listen()
  await server.startWork()

  const settled = async () => {
    // Quiet twice in a row: what a job did may have made work for the sandbox, and the other way round.
    for (let quiet = 0; quiet < 2; ) {
      await sandbox.idle()
      await server.dispatcher()?.drained()
      const { rows } = await server.database.owner.query<{ n: number }>(
        'select count(*)::int as n from graphile_worker.jobs where run_at <= now() and attempts < max_attempts',
      )
      if (rows[0]?.n === 0) quiet += 1
      else quiet = 0
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  return {
    server,
    sandbox,
    url,
    errors,
    lines,
    settled,
    aTenant: (tenantOptions) => makeTenant({ server, url, settled }, tenantOptions),
    close: async () => {
      await server.close()
      await sandbox.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeTenant(
  { server, url, settled }: Pick<House, 'server' | 'url' | 'settled'>,
  { locations = 1 }: TenantOptions = {},
): Promise<Tenant> {
  const tag = crypto.randomUUID()
  const person = (auth: AuthResult): Person => ({
    auth,
    call: (endpoint, input) => callEndpoint(url, endpoint, input, auth.bearerToken),
  })
  const password = 'correct horse battery'
  const owner = person(
    ok(
      await callEndpoint(url, contract.accounts.registerTenant, {
        businessName: `Business ${tag}`,
        firstName: 'Olive',
        lastName: 'Owner',
        email: `owner-${tag}@example.test`,
        password,
      }),
    ),
  )
  const { tenantId } = owner.auth
  const first = ok(await owner.call(contract.locations.getLocations, undefined)).locations[0]
  if (!first) throw new Error('A new business has a location.')
  const locationIds = [first.id]
  for (let n = 1; n < locations; n++) {
    locationIds.push(
      await server.conversations.inTenant({ tenantId }, (tx) =>
        addLocation(
          tx,
          {
            name: `Location ${n + 1}`,
            formattedAddress: '1 Main St',
            timeZone: 'America/Chicago',
            colorHex: '#228be6',
          },
          server.conversations.now(),
        ),
      ),
    )
  }
  const numbers: string[] = []
  for (const locationID of locationIds) {
    const bought = ok(
      await owner.call(contract.phoneNumbers.create, { areaCode: '212', locationID, requestId: crypto.randomUUID() }),
    )
    numbers.push(bought.data.phoneNumber)
  }
  const ourNumber = numbers[0] ?? ''

  const conversationWith = async (phone: string, number = ourNumber) =>
    ok(await owner.call(contract.conversations.getByPhoneNumber, { phoneNumber: phone, tenantPhoneNumber: number }))
      .data.conversations[0]

  return {
    tenantId,
    owner,
    locationIds,
    numbers,
    conversationWith,
    aPerson: async (role, { locationIds: places } = {}) => {
      const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.test`
      await addUser(
        server.accounts,
        { tenantId },
        { email, password, firstName: role, lastName: 'Person', role, locationIds: places ?? null },
      )
      return person(ok(await callEndpoint(url, contract.accounts.authenticate, { userName: email, password })))
    },
    textFrom: async (phone, body, { to = ourNumber, mediaUrls = [] } = {}) => {
      const response = await fetch(`${url}/sandbox/api/phones/${phone}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, body, mediaUrls }),
      })
      if (!response.ok) throw new Error(`The phone could not text: ${await response.text()}`)
      await settled()
      const conversation = await conversationWith(phone, to)
      if (!conversation) throw new Error('The text did not arrive.')
      return conversation
    },
    onPhone: async (phone) => (await (await fetch(`${url}/sandbox/api/phones/${phone}/messages`)).json()).messages,
    messagesOf: async ({ sid }, who = owner) => {
      const page = ok(
        await who.call(contract.messages.getListByConversationIds, { conversationIds: [sid], pageSize: 100 }),
      )
      return page.data.conversations[0]?.items ?? []
    },
    list: async (who, filter = {}) => ok(await who.call(contract.conversations.getList, filter)).data.conversations,
  }
}

/** The sid of a message whose id the client made. */
export const messageSid = (clientMessageId: string): string => toSid('IM', clientMessageId)
