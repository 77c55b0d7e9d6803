import type { contract, RealtimeEvent } from '@frontdesk/contract/api'
import type { SettingSubject } from '@frontdesk/contract/rules'
import type { Router } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Database, Directory, InTenant, TenantTx } from './database/database.ts'
import type { EventDefinition } from './events/define-event.ts'
import type { BatchSubscription, Reader, Subscription } from './events/dispatcher.ts'
import type { Api, RequestContext } from './http/api.ts'
import type { Cleanup } from './jobs/clear-old-rows.job.ts'
import { type BoundJob, bindJob, type Job } from './jobs/define-job.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Push, Realtime, RealtimeOptions } from './realtime/realtime.ts'
import type { ScreenHooks } from './realtime/screens.ts'
import type { Secrets } from './secrets.ts'
import type { Storage } from './storage.ts'

/**
 * Services of the composition root: the platform, the providers, settings of the environment. A module with a port that
 * a provider implements adds it by declaration merging.
 */
export interface BaseServices {
  database: Database
  directory: Directory
  inTenant: InTenant
  secrets: Secrets
  storage: Storage
  now: Clock
  log: Log
  metrics: Metrics
  /** The address at which carriers and browsers reach this server, without a trailing slash. */
  publicUrl: () => string
  hasHttps: boolean
  push: Push
  /** Sends to every screen of every tenant. */
  pushToAll: (event: RealtimeEvent) => void
  screensOf: Realtime['screensOf']
  /** Re-reads the rights of the tenant's viewers in every process, open connections included. */
  viewersChanged: (tenantId: string) => Promise<void>
  /** Closes the live connections of a session. */
  disconnectSession: (sessionId: string) => void
  /** The events of all modules, by type. */
  events: ReadonlyMap<string, EventDefinition>
  locationFollowers: readonly LocationFollower[]
  contactFollowers: readonly ContactFollower[]
  /** Wakes the dispatcher after a commit, so that jobs start without waiting for its next poll. */
  wake: () => void
}

/** Moves what a module keeps at a location to another location, when the first one is removed. */
export type LocationFollower = (
  tx: TenantTx,
  move: { from: string; to: string; by: Actor; at: string },
) => Promise<void>

/**
 * Moves what a module keeps for the row of a number to another row of the same contact, when the number is removed from
 * the contact: it may belong to someone else now.
 */
export type ContactFollower = (tx: TenantTx, move: { from: string; to: string }) => Promise<void>

/**
 * Services that modules offer each other where an import would be a cycle. Declared by merging in the offering module.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules merge their declarations into it
export interface ModuleServices {}

export interface Services extends BaseServices, ModuleServices {}

/** Exactly the services of these names. */
export type Needs<Name extends keyof Services> = Readonly<Pick<Services, Name>>

type Contract = typeof contract
/** A top-level key of the contract: `conversations`, `notes`. */
type Noun = keyof Contract
export type ApiRoutes<Nouns extends Noun = Noun> = { [Key in Nouns]: Router<Contract[Key], RequestContext> }

/** Routes outside the contract: files, webhooks, short links. */
export type HttpRoutes<Deps> = (app: FastifyInstance, services: Deps) => void

export interface ModuleRealtime<Deps> {
  /** The realtime rooms of the actor. */
  rooms?: (actor: Actor) => string[]
  /** Answers "what did I miss?"; exactly one module has it. */
  catchUp?: (
    services: Deps,
    ...question: Parameters<RealtimeOptions['catchUp']>
  ) => ReturnType<RealtimeOptions['catchUp']>
  /** Tracks open screens; exactly one module does. */
  screens?: (services: Deps) => ScreenHooks
}

interface ModuleParts<Name extends keyof Services, Nouns extends Noun, Deps = Needs<Name>> {
  /** The services this module gets; it sees no others. */
  needs?: readonly Name[]
  /** The services this module offers to others. */
  offers?: { [Key in keyof ModuleServices]?: (services: Deps) => ModuleServices[Key] }
  /** Its part of the contract. */
  routes?: (api: Api, services: Deps) => ApiRoutes<Nouns>
  http?: readonly HttpRoutes<Deps>[]
  jobs?: readonly Job<Deps>[]
  /** The events it records: everything its `events.ts` exports. */
  events?: Record<string, EventDefinition>
  /** Turn events into jobs, in the reader that all modules share. */
  subscriptions?: readonly Subscription[]
  /** The same for all events of a read together. */
  batches?: readonly BatchSubscription[]
  /** Readers of the event log with a cursor and a pace of their own. */
  readers?: readonly Reader[]
  cleanups?: readonly Cleanup[]
  /** The settings whose changes it announces. */
  settings?: readonly SettingSubject[]
  locationFollowers?: readonly LocationFollower[]
  contactFollowers?: readonly ContactFollower[]
  realtime?: ModuleRealtime<Deps>
}

/** A module without the types of its services. */
export interface Module<Nouns extends Noun = Noun> {
  needs: readonly (keyof Services)[]
  offers: Partial<Record<keyof ModuleServices, (services: Services) => unknown>>
  /** Passes the module its services. */
  open: (services: Services) => OpenModule<Nouns>
  /** Everything it lists; `npm run check` compares this with what its files define. */
  parts: readonly unknown[]
  events: readonly EventDefinition[]
  locationFollowers: readonly LocationFollower[]
  contactFollowers: readonly ContactFollower[]
  settings: readonly SettingSubject[]
}

export interface OpenModule<Nouns extends Noun = Noun> {
  routes: (api: Api) => Partial<ApiRoutes<Nouns>>
  mount: (app: FastifyInstance) => void
  jobs: BoundJob[]
  subscriptions: readonly Subscription[]
  batches: readonly BatchSubscription[]
  readers: readonly Reader[]
  cleanups: readonly Cleanup[]
  rooms: (actor: Actor) => string[]
  catchUp: RealtimeOptions['catchUp'] | undefined
  screens: ScreenHooks | undefined
}

/** Describes a module: what it needs and what it consists of. `app/modules.ts` lists all modules. */
export function defineModule<const Name extends keyof Services = never, Nouns extends Noun = never>({
  needs = [],
  offers = {},
  routes,
  http = [],
  jobs = [],
  events = {},
  subscriptions = [],
  batches = [],
  readers = [],
  cleanups = [],
  settings = [],
  locationFollowers = [],
  contactFollowers = [],
  realtime: { rooms = () => [], catchUp, screens } = {},
}: ModuleParts<Name, Nouns, Needs<NoInfer<Name>>>): Module<Nouns> {
  return {
    needs,
    offers: Object.fromEntries(
      Object.entries(offers).map(([name, offer]) => [name, (services: Services) => offer(pick(services, needs))]),
    ),
    open: (services) => {
      const needed = pick(services, needs)
      return {
        routes: (api) => routes?.(api, needed) ?? {},
        mount: (app) => {
          for (const mount of http) mount(app, needed)
        },
        jobs: jobs.map((job) => bindJob(job, needed)),
        subscriptions,
        batches,
        readers,
        cleanups,
        rooms,
        catchUp: catchUp && ((...question) => catchUp(needed, ...question)),
        screens: screens?.(needed),
      }
    },
    parts: [
      ...http,
      ...jobs,
      ...Object.values(events),
      ...subscriptions,
      ...batches,
      ...readers.flatMap((reader) => [reader, ...(reader.subscriptions ?? []), ...(reader.batches ?? [])]),
      ...cleanups,
    ],
    events: Object.values(events),
    settings,
    locationFollowers,
    contactFollowers,
  }
}

/** A frozen view of some services. Read on use, because modules offer some of them to each other. */
function pick<Name extends keyof Services>(services: Services, names: readonly Name[]): Needs<Name> {
  const view = {}
  for (const name of new Set(names)) Object.defineProperty(view, name, { enumerable: true, get: () => services[name] })
  // Built name by name, which the type checker cannot follow.
  return Object.freeze(view) as Needs<Name>
}

/** All services, including those that modules offer each other. Each is created on first use. */
export function assembleServices(modules: readonly Module[], base: BaseServices): Services {
  const services: Record<string, unknown> = { ...base }
  for (const { offers } of modules) {
    for (const [name, offer] of Object.entries(offers)) {
      if (Object.hasOwn(services, name)) throw new Error(`${name} is offered twice.`)
      let made: { service: unknown } | undefined
      Object.defineProperty(services, name, {
        enumerable: true,
        get: () => {
          made ??= { service: offer(complete) }
          return made.service
        },
      })
    }
  }
  for (const { needs } of modules) {
    for (const name of needs) if (!Object.hasOwn(services, name)) throw new Error(`No module offers ${name}.`)
  }
  // Built name by name, which the type checker cannot follow; what a module needs was checked above.
  const complete = Object.freeze(services) as unknown as Services
  return complete
}
