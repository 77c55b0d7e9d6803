import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  type CardSetupRequest,
  findAccountId,
  findEnabledAccount,
  ProviderError,
  syncObjectSpec,
} from '../payment-accounts/index.ts'
import type { CardRow } from './card-rows.ts'
import type { CardDeps } from './deps.ts'
import type { CheckoutOutcome } from './start-checkout.ts'

type SetupRow = Row<'paymentCardSetups'>

const SetupRequest = z.object({
  currency: z.string(),
  description: z.string(),
  reference: z.object({ tenantId: z.uuid(), documentId: z.null(), rowId: z.uuid() }),
  returnUrl: z.string(),
  cancelUrl: z.string().optional(),
  language: z.enum(['en', 'es', 'fr']),
  expiresAt: z.int(),
})

interface NewSetup extends Pick<CardSetupRequest, 'currency' | 'description' | 'returnUrl' | 'cancelUrl' | 'language'> {
  contactId: string
  /** The wording that the contact agreed to. */
  consentText: string
  expiresAt: string
}

const findSetup = (tx: TenantTx, id: string): Promise<SetupRow | undefined> =>
  tx
    .selectFrom('paymentCardSetups')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

/** Records a contact’s consent to keep a card on file. Null if the business cannot take cards now. */
export async function insertCardSetup(
  { paymentProvider }: Pick<CardDeps, 'paymentProvider'>,
  tx: TenantTx,
  { contactId, consentText, expiresAt, ...page }: NewSetup,
): Promise<string | null> {
  const account = await findEnabledAccount(tx, paymentProvider)
  if (!account) return null
  const id = newId()
  const request: CardSetupRequest = {
    ...page,
    reference: { tenantId: tx.tenantId, documentId: null, rowId: id },
    expiresAt: Math.floor(Temporal.Instant.from(expiresAt).epochMilliseconds / 1000),
  }
  await tx
    .insertInto('paymentCardSetups')
    .values({
      ...{ tenantId: tx.tenantId, id, accountId: account.accountId, contactId, state: 'creating', consentText },
      ...{ request: JSON.stringify(request), expiresAt, createdAt: tx.now() },
    })
    .execute()
  return id
}

/** The row is the idempotency key: a retry returns the same page. */
const keyOf = ({ id, requestKey }: Pick<SetupRow, 'id' | 'requestKey'>) => requestKey ?? `card-setup:${id}`

/** Returns the URL of the provider’s page on which a contact enters a card, the same one on repeated requests. */
export async function openCardSetup(deps: CardDeps, scope: { tenantId: string }, id: string): Promise<CheckoutOutcome> {
  const setup = await deps.inTenant(scope, (tx) => findSetup(tx, id))
  if (!setup || setup.state === 'completed') return { error: 'nothing-due' }
  if (setup.state !== 'creating' && setup.state !== 'open') return { error: 'expired' }
  if (setup.url !== null) return { url: setup.url }
  try {
    const account = deps.paymentProvider.account(setup.accountId)
    const { id: sessionId, url } = await account.createCardSetup(SetupRequest.parse(setup.request), keyOf(setup))
    await deps.inTenant(scope, (tx) =>
      tx
        .updateTable('paymentCardSetups')
        .set({ state: 'open', sessionId, url })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', id)
        .where('state', '=', 'creating')
        .execute(),
    )
    return url === null ? { error: 'unavailable' } : { url }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, setupId: id }, 'a page to keep a card was not created')
    // The provider would return the same error for this key, so the next attempt needs another one.
    if (error.kind === 'failed')
      await deps.inTenant(scope, (tx) => setRequestKey(tx, id, `card-setup:${id}:${newId()}`))
    return { error: error.kind === 'access-lost' ? 'not-enabled' : 'unavailable' }
  }
}

async function setRequestKey(tx: TenantTx, id: string, requestKey: string): Promise<void> {
  await tx
    .updateTable('paymentCardSetups')
    .set({ requestKey })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .execute()
}

/** Closes a page at the provider. Returns true if it was completed first; its card is then read by a job. */
export async function closeCardSetup(deps: CardDeps, scope: { tenantId: string }, id: string): Promise<boolean> {
  const { setup, accountId } = await deps.inTenant(scope, async (tx) => ({
    setup: await findSetup(tx, id),
    accountId: await findAccountId(tx),
  }))
  if (!setup || setup.state === 'expired' || setup.state === 'failed') return false
  if (setup.state === 'completed') return true
  // A page without a session was never shown to anyone.
  const session =
    setup.sessionId === null || accountId !== setup.accountId
      ? null
      : await expire(deps, setup.accountId, setup.sessionId)
  const isCompleted = session?.state === 'completed'
  await deps.inTenant(scope, async (tx) => {
    if (isCompleted) return enqueue(tx, syncObjectSpec(tx.tenantId, 'checkout', session.id))
    await setSetupState(tx, id, 'expired')
  })
  return isCompleted
}

async function expire({ paymentProvider }: CardDeps, accountId: string, sessionId: string) {
  const account = paymentProvider.account(accountId)
  return account.expireCheckout(sessionId).catch((error: unknown) => {
    // It is complete, or has expired already.
    if (error instanceof ProviderError && error.kind === 'refused') return account.findCheckout(sessionId)
    throw error
  })
}

export const setSetupState = (
  tx: TenantTx,
  id: string,
  state: SetupRow['state'],
  cardId: string | null = null,
): Promise<Pick<SetupRow, 'id'> | undefined> =>
  tx
    .updateTable('paymentCardSetups')
    .set({ state, ...(cardId && { cardId }) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', 'in', ['creating', 'open'])
    .returning('id')
    .executeTakeFirst()

/** When the bank declined a card, if none was kept since. */
export async function findDeclinedAt(tx: TenantTx, setupId: string): Promise<string | null> {
  const setup = await findSetup(tx, setupId)
  return setup?.cardId === null ? setup.declinedAt : null
}

/** The provider’s id of a page that is not known to have ended; null if there is none. */
export async function findOpenSession(tx: TenantTx, setupId: string): Promise<string | null> {
  const setup = await findSetup(tx, setupId)
  return setup?.state === 'creating' || setup?.state === 'open' ? setup.sessionId : null
}

/** The card that was kept on a page; undefined if none was, or it was removed. */
export const findCardOfSetup = (tx: TenantTx, setupId: string): Promise<CardRow | undefined> =>
  tx
    .selectFrom('paymentCardSetups as s')
    .innerJoin('paymentCards as c', (join) => join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 's.cardId'))
    .where('s.tenantId', '=', tx.tenantId)
    .where('s.id', '=', setupId)
    .where('c.removedAt', 'is', null)
    .selectAll('c')
    .executeTakeFirst()
