import type { Contact } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockConversationsOfNumber, refreshConversations } from '../changes/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { readSetting } from '../settings/index.ts'
import { accessContact } from './access.ts'
import type { ContactDeps } from './deps.ts'
import { LABELS } from './labels.ts'

interface Values {
  name?: string
  email?: string | null
  birthDate?: string | null
  language?: string | null
  tags?: string[]
  labels?: string[]
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
  const changed = Object.entries(values).filter(
    ([key, value]) => JSON.stringify(present[key]) !== JSON.stringify(value),
  )
  if (changed.length === 0) return
  const threads = await lockConversationsOfNumber(tx, before.phone)
  const { language } = Object.fromEntries(changed)
  await tx
    .updateTable('contacts')
    .set({ ...Object.fromEntries(changed), ...(language !== undefined && { isLanguageChosen: language !== null }) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', before.id)
    .execute()
  const occurrence = { at: tx.now(), actorUserId: actor.userId }
  if (threads.length > 0) await refreshConversations(deps, tx, threads, { event: contactChanged.of(), ...occurrence })
  else await contactChanged.record(tx, { ...occurrence, scope: { locationId: before.locationID, assigneeId: null } })
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
  }: {
    id: string
    name?: string | undefined
    email?: string | null | undefined
    birthDate?: string | null | undefined
    language?: string | null | undefined
  },
): Promise<Contact> {
  if (birthDate && Temporal.PlainDate.compare(birthDate, tx.now().slice(0, 10)) > 0)
    throw new AppError('InvalidInput', {
      fields: [{ path: 'birthDate', message: 'A birth date cannot be in the future' }],
    })
  const before = await accessContact(tx, actor, id)
  await writeContact(deps, tx, actor, before, {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(birthDate !== undefined && { birthDate }),
    ...(language !== undefined && { language }),
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
  // Locked, so that no label is deleted concurrently.
  const existing = (await readSetting(tx, LABELS, 'change')).labels.map(({ name }) => name)
  if (!labels.every((label) => existing.includes(label) || before.labels.includes(label)))
    throw new AppError('LabelUnknown')
  await writeContact(deps, tx, actor, before, { labels })
  return accessContact(tx, actor, id)
}
