import type { SandboxContext } from '../platform/context.ts'
import type { StripeFaultKind } from '../store/stripe.ts'
import { secondsOf } from './clock.ts'
import { makeStripeId, randomText } from './ids.ts'
import { API_VERSION, PLATFORM, type StripeEvent, type StripeKind, type StripeObjects } from './objects.ts'

/** Copies of an event that are sent before the genuine one. */
const FORGERIES = ['stale-event', 'tamper-event', 'missign-event'] as const satisfies StripeFaultKind[]

/** Stores an event with a snapshot of the object and posts it to the business. */
export function emitEvent(
  context: SandboxContext,
  accountId: string,
  type: string,
  object: object,
  previous?: object,
): void {
  const event: StripeEvent = {
    id: makeStripeId('evt'),
    object: 'event',
    ...(accountId !== PLATFORM && { account: accountId }),
    api_version: API_VERSION,
    created: secondsOf(context, accountId),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: `req_${randomText(14)}`, idempotency_key: null },
    type,
  }
  context.stripe.add(accountId, 'event', event)
  // A platform without access to an account receives none of its events.
  if (!context.stripe.memo(accountId).isDisconnected) deliverEvent(context, event)
  context.db.afterCommit(() => context.events.publish(() => ({ type: 'stripe' })))
}

/** Adds the deliveries of an event, as the active faults have them. */
function deliverEvent(context: SandboxContext, { id: eventId, type }: StripeEvent): void {
  const accountId = context.stripe.accountOf(eventId) ?? PLATFORM
  const consume = (kind: StripeFaultKind) => context.stripe.consumeFault(kind, { accountId, type }) !== undefined
  if (consume('drop-event')) {
    addDelivery(context, { eventId, accountId, fault: 'drop-event', state: 'dropped' })
    return
  }
  for (const fault of FORGERIES)
    if (consume(fault)) addDelivery(context, { eventId, accountId, fault, state: 'pending' })
  const isRepeated = consume('repeat-event')
  const isReordered = consume('reorder-event')
  const fault = isReordered ? 'reorder-event' : isRepeated ? 'repeat-event' : null
  addDelivery(context, { eventId, accountId, fault, state: isReordered ? 'held' : 'pending' })
  if (isRepeated) addDelivery(context, { eventId, accountId, fault: 'repeat-event', state: 'pending' })
}

/** Posts an event once more. */
export function resendEvent(context: SandboxContext, eventId: string): void {
  const accountId = context.stripe.accountOf(eventId) ?? PLATFORM
  addDelivery(context, { eventId, accountId, fault: null, state: 'pending' })
}

function addDelivery(
  context: SandboxContext,
  delivery: {
    eventId: string
    accountId: string
    fault: StripeFaultKind | null
    state: 'pending' | 'held' | 'dropped'
  },
): void {
  const added = context.stripe.addDelivery({ ...delivery, createdAt: context.now() })
  if (added.state !== 'dropped') context.db.afterCommit(() => context.stripeDeliveries.accept(added))
}

/** Saves an object and emits an event with the fields that changed. */
export function changeObject<Kind extends StripeKind>(
  context: SandboxContext,
  accountId: string,
  object: StripeObjects[Kind],
  changes: Partial<StripeObjects[Kind]>,
  type?: string,
): StripeObjects[Kind] {
  const previous = Object.fromEntries(
    Object.keys(changes).map((key) => [key, object[key as keyof StripeObjects[Kind]]]),
  )
  const changed = { ...object, ...changes }
  context.stripe.save(changed)
  if (type) emitEvent(context, accountId, type, changed, previous)
  return changed
}
