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
import { checkStripeContract } from '@frontdesk/sandbox/testing/stripe'
import type { AnyContractProcedure, InferContractRouterInputs } from '@orpc/contract'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { addUser } from '../modules/accounts/index.ts'
import { addLocation } from '../modules/locations/index.ts'
import { markDevAdmins, setSubscription } from '../modules/subscription/index.ts'
import { assertEventsFit } from './assert-events-fit.ts'
import { callEndpoint, ok } from './client.ts'
import { TEMPLATE, throughSocket, withDatabase } from './global-setup.ts'
import { type RunningInstance, type StartOptions, startInstance } from './start-instance.ts'

export interface TestInstance extends RunningInstance {
  createTenant: (options?: TenantOptions) => Promise<Tenant>
  /** Makes the owner the only dev admin. */
  makeDevAdmin: (tenant: Tenant) => Promise<void>
  /** Emails to an address in the sandbox's mailbox, newest first. */
  emailsTo: (address: string) => Promise<SandboxEmail[]>
  /** Requests to the sandbox's language model, newest first; `search` matches a part of the text. */
  modelRequests: (search?: string) => Promise<ModelRequest[]>
  /** Injects a fault into the sandbox (apps/sandbox/README.md). Returns a function that removes it. */
  addFault: (fault: Fault) => Promise<() => Promise<void>>
  /** Removes what one test file leaves behind for the next: faults, pending jobs, the log. */
  reset: () => Promise<void>
}

export interface SandboxEmail {
  messageId: string
  to: string[]
  subject: string
  text: string
  html: string | null
  attachments: { filename: string; contentType: string; content: string }[]
}

export interface ModelRequest {
  text: string | null
  to: string | null
  /** HTTP status; null while pending. */
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
    | 'fail-calendar'
  target?: 'inbound' | 'status' | 'any'
  code?: number
  ms?: number
  phone?: string
  number?: string
  times?: number
}

/** Opts in the new contacts of some businesses. */
const AGREEING_CONTACTS = `
  create schema testing;
  create table testing.agreeing_tenants (tenant_id uuid primary key);
  create function testing.agree() returns trigger language plpgsql security definer as $$
  begin
    if exists (select from testing.agreeing_tenants a where a.tenant_id = new.tenant_id) then
      insert into public.opt_outs (tenant_id, contact_phone, tenant_phone, is_marketing_opted_out, updated_at)
      values (new.tenant_id, new.phone, '', false, now()) on conflict do nothing;
    end if;
    return null;
  end $$;
  create trigger agree after insert or update of phone on public.contacts for each row execute function testing.agree();
`

export interface TenantOptions {
  /** Number of locations, each with one phone number. */
  locations?: number
  /** Overrides of an active Pro plan; 'trial' leaves the business as it signed up. */
  subscription?: 'trial' | Partial<SubscriptionChange>
  /** Contacts agree to marketing texts as soon as they are added; most tests of marketing are about something else. */
  contactsAgree?: boolean
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
  /** Adds a signed-in teammate. Without `locationIds`: granted all locations explicitly. */
  createUser: (role: Role, options?: { locationIds?: string[] }) => Promise<TestUser>
  /** Sends a text from a sandbox phone to one of the tenant's numbers; resolves when it is in the inbox. */
  textFrom: (phone: string, body: string, options?: { to?: string; mediaUrls?: string[] }) => Promise<Conversation>
  /** The conversation with a phone, as visible to the owner. */
  conversationWith: (phone: string, number?: string) => Promise<Conversation | undefined>
  /** Messages on a sandbox phone, oldest first. */
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

/** Password of all test users. */
export const PASSWORD = 'correct horse battery'

let phoneCount = 0
/** Valid US number, unique in this process, that the sandbox does not sell. */
export const newPhone = (): string => {
  const n = phoneCount++
  return `+1212${555 + Math.floor(n / 9000)}${1000 + (n % 9000)}`
}

/** A unique word of letters. One UUID in 6,000 has digits that are masked as a card number when it is stored as text. */
export const newWord = (): string =>
  crypto
    .randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/** The sandbox sells 900 numbers per area code. */
const AREA_CODES = ['212', '312', '415', '602', '713', '206', '303', '404']
let purchasedNumbers = 0
const nextAreaCode = () => AREA_CODES[Math.floor(purchasedNumbers++ / 400) % AREA_CODES.length]

export interface TestInstanceOptions extends Omit<StartOptions, 'databaseUrl' | 'parentDir' | 'prepare'> {
  /** Exempts this server's statements from the tenant check, for tests that run statements as the application. */
  hasOwnStatements?: boolean
  /** Maps the database URL to the one that the server uses, such as that of a proxy. */
  databaseUrl?: (url: string) => string
}

let shared: Promise<TestInstance> | undefined

/**
 * Returns the instance that all test files of a worker share; each test creates its own tenants. Files that need their
 * own clock, a fault of the server or the whole database start their own instance. It ends with the worker.
 */
export async function sharedTestInstance(): Promise<TestInstance> {
  shared ??= startTestInstance()
  const instance = await shared
  afterAll(() => instance.reset())
  return instance
}

/** Creates a database: a migrated clone of the template, or an empty one. */
export async function createTestDatabase({ isEmpty = false } = {}) {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name}${isEmpty ? '' : ` template ${TEMPLATE}`}`)
  return {
    url: withDatabase(postgresUrl, name),
    drop: async ({ forgetStatements = false } = {}) => {
      if (forgetStatements)
        await admin.query('select pg_stat_statements_reset(0, oid) from pg_database where datname = $1', [name])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/**
 * Starts an instance on a clone of the template database. All requests to providers are checked against their published
 * contracts.
 */
export async function startTestInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const database = await createTestDatabase()
  let contract: ContractCheck | undefined
  let modelContract: ContractCheck | undefined
  let stripeContract: ContractCheck | undefined
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
    databaseUrl: options.databaseUrl?.(database.url) ?? throughSocket(database.url, inject('postgresSocketDir')),
    parentDir: inject('dataDir'),
    prepare: (app) => {
      contract = checkTwilioContract(app)
      modelContract = checkOpenAiContract(app)
    },
    prepareStripe: (app) => {
      stripeContract = checkStripeContract(app)
    },
  })
  await instance.server.database.owner.query(AGREEING_CONTACTS)
  const assertContracts = () => {
    // Creating a tenant buys numbers, so at least one request to the carrier must have been checked.
    if (hasTenants) contract?.assertNoViolations()
    if (modelContract?.count()) modelContract.assertNoViolations()
    if (stripeContract?.count()) stripeContract.assertNoViolations()
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
      const query = new URLSearchParams({ search, limit: '1000' })
      return (await (await fetch(`${instance.url}/sandbox/api/openai/requests?${query}`)).json()).requests
    },
    addFault: (fault) => postFault(instance.url, fault),
    reset: async () => {
      await instance.idle()
      await fetch(`${instance.url}/sandbox/api/faults`, { method: 'DELETE' })
      await fetch(`${instance.url}/sandbox/api/stripe/faults`, { method: 'DELETE' })
      await instance.server.database.owner.query('delete from graphile_worker._private_jobs where locked_at is null')
      lastEventId = await assertEventsFit(instance.server.database.owner, lastEventId)
      instance.errors.length = 0
      instance.logLines.length = 0
      assertContracts()
    },
    close: async () => {
      await instance.close()
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      await assertEventsFit(client, lastEventId).finally(() => client.end())
      await database.drop({ forgetStatements: options.hasOwnStatements })
      assertContracts()
    },
  }
}

async function postFault(url: string, fault: Fault): Promise<() => Promise<void>> {
  const response = await fetch(`${url}/sandbox/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!response.ok) throw new Error(`Failed to add the fault: ${await response.text()}`)
  const { id } = (await response.json()) as { id: number }
  return async () => {
    await fetch(`${url}/sandbox/api/faults/${id}`, { method: 'DELETE' })
  }
}

async function createTenant(
  { server, url, idle }: Pick<TestInstance, 'server' | 'url' | 'idle'>,
  { locations = 1, subscription = {}, contactsAgree = true }: TenantOptions = {},
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
  if (contactsAgree) await server.database.owner.query('insert into testing.agreeing_tenants values ($1)', [tenantId])
  if (subscription !== 'trial') {
    await server.database.inTenant({ tenantId }, (tx) =>
      setSubscription(server.services, tx, { ...PRO, ...subscription }, server.services.now()),
    )
  }
  const firstLocation = ok(await owner.call(contract.locations.getLocations, undefined)).locations[0]
  if (!firstLocation) throw new Error('The new business has no location.')
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
      if (!response.ok) throw new Error(`Failed to send the text: ${await response.text()}`)
      await idle()
      const conversation = await conversationWith(phone, to)
      if (!conversation) throw new Error('The text is not in the inbox.')
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

/** Sid of a message with a client-generated id. */
export const messageSid = (clientMessageId: string): string => toSid('IM', clientMessageId)
