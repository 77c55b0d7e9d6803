import type { Contact } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { lockConversationsOfNumber, refreshConversations } from '../changes/index.ts'
import { type FieldChanges, readFieldChanges } from '../contact-fields/index.ts'
import { countTags } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { accessContact } from './access.ts'
import { mustBeBirthDate } from './birth-date.ts'
import type { ContactDeps } from './deps.ts'
import { mustBeLabels } from './labels.ts'
import { recordContactUpdated } from './record-contact-updated.ts'

interface Values {
  name?: string
  email?: string | null
  birthDate?: string | null
  language?: string | null
  tags?: string[]
  labels?: string[]
  custom?: FieldChanges
}

/** Stores what differs, and updates every conversation with the contact. */
export async function writeContact(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  before: Contact,
  values: Values,
): Promise<void> {
  const present: Record<string, unknown> = { ...before }
  const { custom = {}, ...fields } = values
  const changed = Object.entries(fields).filter(
    ([key, value]) => JSON.stringify(present[key]) !== JSON.stringify(value),
  )
  const hasNewValues = Object.entries(custom).some(([id, value]) => (before.custom[id] ?? null) !== value)
  if (changed.length === 0 && !hasNewValues) return
  const threads = await lockConversationsOfNumber(tx, before.phone)
  const { language, tags } = Object.fromEntries(changed)
  await tx
    .updateTable('contacts')
    .set({
      ...Object.fromEntries(changed),
      // Merged in SQL, so that a concurrent change of another field stays.
      ...(hasNewValues && { custom: sql<string>`jsonb_strip_nulls(custom || ${JSON.stringify(custom)}::jsonb)` }),
      ...(language !== undefined && { isLanguageChosen: language !== null }),
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', before.id)
    .execute()
  if (tags !== undefined) await countTags(tx, { before: before.tags, after: values.tags ?? [] })
  const occurrence = { at: tx.now(), actorUserId: actor.userId }
  if (threads.length > 0) await refreshConversations(deps, tx, threads, { event: contactChanged.of(), ...occurrence })
  await recordContactUpdated(tx, actor, before.id)
}

/** Updates the given fields; null clears a field. */
export async function updateContact(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  {
    id,
    name,
    email,
    birthDate,
    language,
    custom,
  }: {
    id: string
    name?: string | undefined
    email?: string | null | undefined
    birthDate?: string | null | undefined
    language?: string | null | undefined
    custom?: FieldChanges | undefined
  },
): Promise<Contact> {
  mustBeBirthDate(birthDate ?? null, tx.now())
  const before = await accessContact(tx, actor, id)
  await writeContact(deps, tx, actor, before, {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(birthDate !== undefined && { birthDate }),
    ...(language !== undefined && { language }),
    ...(custom !== undefined && { custom: await readFieldChanges(tx, custom) }),
  })
  return accessContact(tx, actor, id)
}

export async function updateTags(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, tags }: { id: string; tags: string[] },
): Promise<Contact> {
  await writeContact(deps, tx, actor, await accessContact(tx, actor, id), { tags })
  return accessContact(tx, actor, id)
}

/** Sets the labels of a contact. New ones must be in the business's list. */
export async function updateLabels(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, labels }: { id: string; labels: string[] },
): Promise<Contact> {
  const before = await accessContact(tx, actor, id)
  await mustBeLabels(
    tx,
    labels.filter((label) => !before.labels.includes(label)),
  )
  await writeContact(deps, tx, actor, before, { labels })
  return accessContact(tx, actor, id)
}
