import type { Subscriber } from '@frontdesk/contract/api'
import type { ConsentSource } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordContactConsent } from '../consent/index.ts'
import { addContact, type ContactDeps, findContactByPhone, requireContactPhone } from '../contacts/index.ts'
import { findSubscribers } from './queries.ts'

interface NewSubscriber {
  phone: string
  name: string
  locationID?: string | undefined
  source: ConsentSource
  wording: string
  pageUrl?: string | undefined
}

/** Adds a person who agreed to marketing texts outside of Frontdesk; the wording goes into the ledger of consent. */
export async function addSubscriber(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { phone: typed, name, locationID, ...consent }: NewSubscriber,
): Promise<Subscriber> {
  const phone = requireContactPhone({ phone: typed })
  const contact =
    (await findContactByPhone(tx, actor, phone)) ??
    (await addContact(deps, tx, actor, {
      name,
      phone,
      email: null,
      birthDate: null,
      tags: [],
      labels: [],
      custom: {},
      otherPhones: [],
      otherEmails: [],
      source: 'user',
      locationID,
    }))
  await recordContactConsent(deps, tx, actor, {
    contactId: contact.id,
    phoneNumber: phone,
    tenantPhoneNumber: null,
    kind: 'opt-in',
    purpose: 'marketing',
    ...consent,
  })
  const [subscriber] = await findSubscribers(tx, actor, 'subscribed', [phone])
  // Another number of the person opted out of all texts, or this one did at one of our numbers, without a text of
  // theirs.
  if (!subscriber) throw new AppError('OptedOutByText', { tenantPhoneNumbers: [] })
  return subscriber
}
