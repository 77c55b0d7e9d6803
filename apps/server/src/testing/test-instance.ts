import {
  type AuthResult,
  type Conversation,
  type ConversationFilter,
  contract,
  type Message,
  type SubscriptionChange,
} from '@frontdesk/contract/api'
import { PLAN_TIERS, type Role, toSid } from '@frontdesk/contract/rules'
import { type ContractCheck, checkTwilioContract } from '@frontdesk/sandbox/testing'
import { checkOpenAiContract } from '@frontdesk/sandbox/testing/openai'
import type { AnyContractProcedure, InferContractRouterInputs } from '@orpc/contract'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { addUser } from '../modules/accounts/index.ts'
import { addLocation } from '../modules/locations/index.ts'
import { markDevAdmins, setSubscription } from '../modules/subscription/index.ts'
import { assertEventsFit } from './assert-events-fit.ts'
import { callEndpoint, ok } from './client.ts'
import { TEMPLATE, withDatabase } from './global-setup.ts'
import { type RunningInstance, type StartOptions, startInstance } from './start-instance.ts'

export interface TestInstance extends RunningInstance {
  createTenant: (options?: TenantOptions) => Promise<Tenant>
  /** Makes the owner somebody who runs Frontdesk, and nobody else. */
  makeDevAdmin: (tenant: Tenant) => Promise<void>
  /** The mails to an address in the sandbox's mailbox, the newest first. */
  emailsTo: (address: string) => Promise<SandboxEmail[]>
  /** What the sandbox's language model was asked to translate, the newest first; only texts with these words in them. */
  modelRequests: (search?: string) => Promise<ModelRequest[]>
  /** Asks the sandbox to misbehave (apps/sandbox/README.md); the answer takes the fault away again. */
  addFault: (fault: Fault) => Promise<() => Promise<void>>
  /** Removes what the tests of one file leave behind for those of the next: faults, waiting jobs, the log. */
  reset: () => Promise<void>
}

export interface SandboxEmail {
  messageId: string
  to: string[]
  subject: string
  text: string
  html: string | null
}

export interface ModelRequest {
  text: string | null
  to: string | null
  /** Null until it is answered. */
  status: number | null
  faults: Fault['kind'][]
  request: { model: string; messages: { role: string; content: string }[] }
}

export interface Fault {
  kind:
    | 'duplicate'
    | 'delay'
    | 'reorder'
    | 'drop'
    | 'fail-send'
    | 'answer-lost'
    | 'landline'
    | 'fail-mail'
    | 'fail-model'
    | 'delay-model'
    | 'garble-model'
    | 'cut-model'
    | 'refuse-model'
  target?: 'inbound' | 'status' | 'any'
  code?: number
  ms?: number
  phone?: string
  number?: string
  times?: number
}

export interface TenantOptions {
  /** Numbers and locations to begin with; each location has one number. */
  locations?: number
  /** What differs from an active Pro plan; 'trial' leaves the business as it signed up. */
  subscription?: 'trial' | Partial<SubscriptionChange>
}

export interface TestUser {
  auth: AuthResult
  call: <Endpoint extends AnyContractProcedure>(
    endpoint: Endpoint,
    input: InferContractRouterInputs<Endpoint>,
  ) => ReturnType<typeof callEndpoint<Endpoint>>
}

export interface Tenant {
  tenantId: string
  owner: TestUser
  locationIds: string[]
  numbers: string[]
  /** A teammate who is signed in. Without `locationIds`: all locations, by explicit grant. */
  createUser: (role: Role, options?: { locationIds?: string[] }) => Promise<TestUser>
  /** A phone in the sandbox that texts one of the tenant's numbers; resolves when the text is in the inbox. */
  textFrom: (phone: string, body: string, options?: { to?: string; mediaUrls?: string[] }) => Promise<Conversation>
  /** The conversation with a phone, as the owner sees it. */
  conversationWith: (phone: string, number?: string) => Promise<Conversation | undefined>
  /** What a phone shows, oldest first. */
  messagesOnPhone: (phone: string) => Promise<
    {
      sid: string
      from: string
      to: string
      body: string
      direction: string
      status: string
      media: { sid: string; url: string; contentType: string }[]
    }[]
  >
  messagesOf: (conversation: Pick<Conversation, 'sid'>, person?: TestUser) => Promise<Message[]>
  list: (person: TestUser, filter?: ConversationFilter) => Promise<Conversation[]>
}

const PRO: SubscriptionChange = {
  status: 'active',
  subscriptionName: 'Pro',
  subscriptionRank: PLAN_TIERS.pro,
  currentPeriodEnd: null,
  isApplePayment: false,
  isDemoAccount: false,
  hasMultiLocation: true,
  hasAIAutomatedReplies: false,
  hasAIBookingAssistant: false,
  hasAIVoiceCalls: false,
  totalTeamMembers: 100,
  totalPhoneNumbers: 100,
  totalDeskPhones: null,
}

/** Everybody's password. */
export const PASSWORD = 'correct horse battery'

let phoneCount = 0
/** A valid US mobile number nobody else in this process has, and no number the sandbox sells. */
export const newPhone = (): string => {
  const n = phoneCount++
  return `+1212${555 + Math.floor(n / 9000)}${1000 + (n % 9000)}`
}

/** Of each the sandbox sells 900 numbers. */
const AREA_CODES = ['212', '312', '415', '602', '713', '206', '303', '404']
let purchasedNumbers = 0
const nextAreaCode = () => AREA_CODES[Math.floor(purchasedNumbers++ / 400) % AREA_CODES.length]

export interface TestInstanceOptions extends Omit<StartOptions, 'databaseUrl' | 'parentDir' | 'prepare'> {
  /** For tests with statements of their own as the application: those of this server are not checked for their tenant. */
  hasOwnStatements?: boolean
  /** Maps the database URL to the one the server uses, such as that of a proxy. */
  databaseUrl?: (url: string) => string
}

let shared: Promise<TestInstance> | undefined

/**
 * The server that the test files of a worker share; each test has tenants of its own. Files that need a clock, a fault
 * of the server itself or the whole database open their own. It ends with the worker.
 */
export async function sharedTestInstance(): Promise<TestInstance> {
  shared ??= startTestInstance()
  const instance = await shared
  afterAll(() => instance.reset())
  return instance
}

/** A whole Frontdesk on a clone of the template. All it asks of the carrier is held against the carrier's published contract. */
export async function startTestInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  let contract: ContractCheck | undefined
  let modelContract: ContractCheck | undefined
  let hasTenants = false
  let lastEventId = '0'
  const instance = await startInstance({
    attemptRules: {
      signInsPerSource: 1000,
      signInsPerAccount: 1000,
      signInsPerAddress: 1000,
      signUpsPerAddress: 1000,
      refreshesPerAddress: 1000,
      linksPerAddress: 10_000,
      linkMailsPerAddress: 10_000,
    },
    ...options,
    databaseUrl: (options.databaseUrl ?? String)(withDatabase(postgresUrl, name)),
    parentDir: inject('dataDir'),
    prepare: (app) => {
      contract = checkTwilioContract(app)
      modelContract = checkOpenAiContract(app)
    },
  })
  const assertContracts = () => {
    // A tenant buys its numbers, so there was something to check.
    if (hasTenants) contract?.assertNoViolations()
    if (modelContract?.count()) modelContract.assertNoViolations()
  }
  return {
    ...instance,
    createTenant: (tenantOptions) => {
      hasTenants = true
      return createTenant(instance, tenantOptions)
    },
    makeDevAdmin: async ({ owner }) => {
      const { directory } = instance.server.database
      const { userName } = owner.auth
      await directory
        .updateTable('directory.logins')
        .set({ verifiedAt: instance.server.services.now() })
        .where('email', '=', userName)
        .execute()
      await markDevAdmins(directory, [userName])
    },
    emailsTo: async (address) => {
      await instance.idle()
      return (await (await fetch(`${instance.url}/sandbox/api/mails?to=${encodeURIComponent(address)}`)).json()).mails
    },
    modelRequests: async (search = '') => {
      await instance.idle()
      const query = new URLSearchParams({ search: search, limit: '1000' })
      return (await (await fetch(`${instance.url}/sandbox/api/openai/requests?${query}`)).json()).requests
    },
    addFault: (fault) => postFault(instance.url, fault),
    reset: async () => {
      await instance.idle()
      await fetch(`${instance.url}/sandbox/api/faults`, { method: 'DELETE' })
      await instance.server.database.owner.query('delete from graphile_worker._private_jobs where locked_at is null')
      lastEventId = await assertEventsFit(instance.server.database.owner, lastEventId)
      instance.errors.length = 0
      instance.logLines.length = 0
      assertContracts()
    },
    close: async () => {
      await instance.close()
      const client = new pg.Client({ connectionString: withDatabase(postgresUrl, name) })
      await client.connect()
      await assertEventsFit(client, lastEventId).finally(() => client.end())
      if (options.hasOwnStatements)
        await admin.query('select pg_stat_statements_reset(0, oid) from pg_database where datname = $1', [name])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      assertContracts()
    },
  }
}

/** Asks the sandbox to misbehave; the answer takes the fault away again. */
async function postFault(url: string, fault: Fault): Promise<() => Promise<void>> {
  const response = await fetch(`${url}/sandbox/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!response.ok) throw new Error(`No such fault: ${await response.text()}`)
  const { id } = (await response.json()) as { id: number }
  return async () => {
    await fetch(`${url}/sandbox/api/faults/${id}`, { method: 'DELETE' })
  }
}

async function createTenant(
  { server, url, idle }: Pick<TestInstance, 'server' | 'url' | 'idle'>,
  { locations = 1, subscription = {} }: TenantOptions = {},
): Promise<Tenant> {
  const tag = crypto.randomUUID()
  const createTestUser = (auth: AuthResult): TestUser => ({
    auth,
    call: (endpoint, input) => callEndpoint(url, endpoint, input, auth.bearerToken),
  })
  const owner = createTestUser(
    ok(
      await callEndpoint(url, contract.accounts.registerTenant, {
        businessName: `Business ${tag}`,
        firstName: 'Olive',
        lastName: 'Owner',
        email: `owner-${tag}@example.test`,
        password: PASSWORD,
      }),
    ),
  )
  const { tenantId } = owner.auth
  if (subscription !== 'trial') {
    await server.database.inTenant({ tenantId }, (tx) =>
      setSubscription(server.services, tx, { ...PRO, ...subscription }, server.services.now()),
    )
  }
  const firstLocation = ok(await owner.call(contract.locations.getLocations, undefined)).locations[0]
  if (!firstLocation) throw new Error('A new business has a location.')
  const locationIds = [firstLocation.id]
  for (let n = 1; n < locations; n++) {
    locationIds.push(
      await server.services.inTenant({ tenantId }, (tx) =>
        addLocation(
          tx,
          {
            name: `Location ${n + 1}`,
            formattedAddress: '1 Main St',
            timeZone: 'America/Chicago',
            colorHex: '#228be6',
          },
          server.services.now(),
        ),
      ),
    )
  }
  const numbers: string[] = []
  for (const locationID of locationIds) {
    const purchase = ok(
      await owner.call(contract.phoneNumbers.create, {
        areaCode: nextAreaCode(),
        locationID,
        requestId: crypto.randomUUID(),
      }),
    )
    numbers.push(purchase.data.phoneNumber)
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
    createUser: async (role, { locationIds: userLocationIds } = {}) => {
      const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.test`
      await addUser(
        server.services,
        { tenantId },
        { email, password: PASSWORD, firstName: role, lastName: 'Person', role, locationIds: userLocationIds ?? null },
      )
      return createTestUser(
        ok(await callEndpoint(url, contract.accounts.authenticate, { userName: email, password: PASSWORD })),
      )
    },
    textFrom: async (phone, body, { to = ourNumber, mediaUrls = [] } = {}) => {
      const response = await fetch(`${url}/sandbox/api/phones/${phone}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, body, mediaUrls }),
      })
      if (!response.ok) throw new Error(`The phone could not text: ${await response.text()}`)
      await idle()
      const conversation = await conversationWith(phone, to)
      if (!conversation) throw new Error('The text did not arrive.')
      return conversation
    },
    messagesOnPhone: async (phone) =>
      (await (await fetch(`${url}/sandbox/api/phones/${phone}/messages`)).json()).messages,
    messagesOf: async ({ sid }, user = owner) => {
      const page = ok(
        await user.call(contract.messages.getListByConversationIds, { conversationIds: [sid], pageSize: 100 }),
      )
      return page.data.conversations[0]?.items ?? []
    },
    list: async (user, filter = {}) => ok(await user.call(contract.conversations.getList, filter)).data.conversations,
  }
}

/** The sid of a message whose id the client made. */
export const messageSid = (clientMessageId: string): string => toSid('IM', clientMessageId)
