import {
  type AuthResult,
  type Conversation,
  type ConversationFilter,
  contract,
  type Message,
  PLAN_TIERS,
  type Role,
  type SubscriptionChange,
  toSid,
} from '@frontdesk/contract'
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
import { inDatabase, TEMPLATE } from './global-setup.ts'
import { type StartedHouse, type StartOptions, startHouse } from './start-house.ts'

export interface House extends StartedHouse {
  aTenant: (options?: TenantOptions) => Promise<Tenant>
  /** Makes the owner somebody who runs Frontdesk, and nobody else. */
  makeDevAdmin: (tenant: Tenant) => Promise<void>
  /** The mails to an address in the sandbox's mailbox, the newest first. */
  mailsTo: (address: string) => Promise<SandboxMail[]>
  /** What the sandbox's language model was asked to translate, the newest first; only texts with these words in them. */
  modelRequests: (words?: string) => Promise<ModelRequest[]>
  /** Asks the sandbox to misbehave (apps/sandbox/README.md); the answer takes the fault away again. */
  fault: (fault: Fault) => Promise<() => Promise<void>>
  /** Removes what the tests of one file leave behind for those of the next: faults, waiting jobs, the log. */
  reset: () => Promise<void>
}

export interface SandboxMail {
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
  onPhone: (phone: string) => Promise<
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
  messagesOf: (conversation: Pick<Conversation, 'sid'>, person?: Person) => Promise<Message[]>
  list: (person: Person, filter?: ConversationFilter) => Promise<Conversation[]>
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

let counter = 0
/** A valid US mobile number nobody else in this process has, and no number the sandbox sells. */
export const aPhone = (): string => {
  const n = counter++
  return `+1212${555 + Math.floor(n / 9000)}${1000 + (n % 9000)}`
}

/** Of each the sandbox sells 900 numbers. */
const AREAS = ['212', '312', '415', '602', '713', '206', '303', '404']
let bought = 0
const anAreaCode = () => AREAS[Math.floor(bought++ / 400) % AREAS.length]

export interface HouseOptions extends Omit<StartOptions, 'databaseUrl' | 'parentDir' | 'prepare'> {
  /** For tests with statements of their own as the application: those of this server are not checked for their tenant. */
  hasOwnStatements?: boolean
  /** Maps the database URL to the one the server uses, such as that of a proxy. */
  databaseUrl?: (url: string) => string
}

let shared: Promise<House> | undefined

/**
 * The server that the test files of a worker share; each test has tenants of its own. Files that need a clock, a fault
 * of the server itself or the whole database open their own. It ends with the worker.
 */
export async function sharedHouse(): Promise<House> {
  shared ??= openHouse()
  const house = await shared
  afterAll(() => house.reset())
  return house
}

/** A whole Frontdesk on a clone of the template. All it asks of the carrier is held against the carrier's published contract. */
export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  let contract: ContractCheck | undefined
  let modelContract: ContractCheck | undefined
  let hasTenants = false
  let lastEventId = '0'
  const house = await startHouse({
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
    databaseUrl: (options.databaseUrl ?? String)(inDatabase(postgresUrl, name)),
    parentDir: inject('dataDir'),
    prepare: (app) => {
      contract = checkTwilioContract(app)
      modelContract = checkOpenAiContract(app)
    },
  })
  const assertContractsKept = () => {
    // A tenant buys its numbers, so there was something to check.
    if (hasTenants) contract?.assertNoViolations()
    if (modelContract?.count()) modelContract.assertNoViolations()
  }
  return {
    ...house,
    aTenant: (tenantOptions) => {
      hasTenants = true
      return makeTenant(house, tenantOptions)
    },
    makeDevAdmin: async ({ owner }) => {
      const { directory } = house.server.database
      const { userName } = owner.auth
      await directory
        .updateTable('directory.logins')
        .set({ verifiedAt: house.server.services.now() })
        .where('email', '=', userName)
        .execute()
      await markDevAdmins(directory, [userName])
    },
    mailsTo: async (address) => {
      await house.settled()
      return (await (await fetch(`${house.url}/sandbox/api/mails?to=${encodeURIComponent(address)}`)).json()).mails
    },
    modelRequests: async (words = '') => {
      await house.settled()
      const query = new URLSearchParams({ search: words, limit: '1000' })
      return (await (await fetch(`${house.url}/sandbox/api/openai/requests?${query}`)).json()).requests
    },
    fault: (fault) => addFault(house.url, fault),
    reset: async () => {
      await house.settled()
      await fetch(`${house.url}/sandbox/api/faults`, { method: 'DELETE' })
      await house.server.database.owner.query('delete from graphile_worker._private_jobs where locked_at is null')
      lastEventId = await assertEventsFit(house.server.database.owner, lastEventId)
      house.errors.length = 0
      house.lines.length = 0
      assertContractsKept()
    },
    close: async () => {
      await house.close()
      const own = new pg.Client({ connectionString: inDatabase(postgresUrl, name) })
      await own.connect()
      await assertEventsFit(own, lastEventId).finally(() => own.end())
      if (options.hasOwnStatements)
        await admin.query('select pg_stat_statements_reset(0, oid) from pg_database where datname = $1', [name])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      assertContractsKept()
    },
  }
}

/** Asks the sandbox to misbehave; the answer takes the fault away again. */
async function addFault(url: string, fault: Fault): Promise<() => Promise<void>> {
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

async function makeTenant(
  { server, url, settled }: Pick<House, 'server' | 'url' | 'settled'>,
  { locations = 1, subscription = {} }: TenantOptions = {},
): Promise<Tenant> {
  const tag = crypto.randomUUID()
  const person = (auth: AuthResult): Person => ({
    auth,
    call: (endpoint, input) => callEndpoint(url, endpoint, input, auth.bearerToken),
  })
  const owner = person(
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
  const first = ok(await owner.call(contract.locations.getLocations, undefined)).locations[0]
  if (!first) throw new Error('A new business has a location.')
  const locationIds = [first.id]
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
    const bought = ok(
      await owner.call(contract.phoneNumbers.create, {
        areaCode: anAreaCode(),
        locationID,
        requestId: crypto.randomUUID(),
      }),
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
        server.services,
        { tenantId },
        { email, password: PASSWORD, firstName: role, lastName: 'Person', role, locationIds: places ?? null },
      )
      return person(
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
