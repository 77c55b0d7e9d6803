import type { Contact, ContactChanges, ContactEdit } from '@frontdesk/contract/api'
import { CONTACT_LABELS_MAX, CONTACT_TAGS_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { refreshConversations } from '../changes/index.ts'
import { type FieldChanges, readFieldChanges } from '../contact-fields/index.ts'
import { changeContacts, countTags, recordContactUpdated, tagSpelling } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { accessContact, type LockedContact, lockContact } from './access.ts'
import { assertBirthDate } from './birth-date.ts'
import type { ContactDeps } from './deps.ts'
import { assertLabelsExist } from './labels.ts'

interface Values {
  name?: string
  /** Main one first. */
  emails?: string[]
  birthDate?: string | null
  language?: string | null
  taxExemption?: string | null
  tags?: string[]
  labels?: string[]
  custom?: FieldChanges
}

/** The columns of emails: the main one, and the others in lower case. */
export const splitEmails = ([email, ...others]: readonly string[]) => ({
  email: email ?? null,
  otherEmails: others.map((other) => other.toLowerCase()),
})

/** Stores what differs from a locked contact, and updates every conversation with it. */
export async function writeContact(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { contact, threads }: LockedContact,
  { custom = {}, emails, ...values }: Values,
): Promise<void> {
  const present: Record<string, unknown> = { ...contact, ...splitEmails(contact.emails) }
  const changed = Object.entries({ ...values, ...(emails && splitEmails(emails)) }).filter(
    ([key, value]) => JSON.stringify(present[key]) !== JSON.stringify(value),
  )
  const newValues = Object.entries(custom).filter(([id, value]) => (contact.custom[id] ?? null) !== value)
  const hasNewValues = newValues.length > 0
  if (changed.length === 0 && !hasNewValues) return
  const isLanguageChanged = changed.some(([key]) => key === 'language')
  const edits = [...changed.filter(([key]) => isField(key)), ...newValues].map(([key, value]) => [
    key,
    { by: actor.userId, value },
  ])
  const occurrence = { at: tx.now(), actorUserId: actor.userId }
  await changeContacts(
    tx,
    { userId: actor.userId, at: occurrence.at },
    {
      set: {
        ...Object.fromEntries(changed.map(([column, value]) => [column, sql`${value}`])),
        // Merged in SQL, so that a concurrent change of another field stays.
        ...(hasNewValues && { custom: sql`jsonb_strip_nulls(t.custom || ${JSON.stringify(custom)}::jsonb)` }),
        ...(isLanguageChanged && { isLanguageChosen: sql`${values.language !== null}` }),
        edits: sql`t.edits || ${JSON.stringify(Object.fromEntries(edits))}::jsonb`,
      },
      where: sql`t.id = ${contact.id}`,
    },
  )
  if (values.tags !== undefined) await countTags(tx, { before: contact.tags, after: values.tags })
  if (threads.length > 0) await refreshConversations(deps, tx, threads, { event: contactChanged.of(), ...occurrence })
  await recordContactUpdated(tx, actor, contact.id)
}

/** Replaces the main email, and keeps the others. */
export const replaceMainEmail = (emails: readonly string[], email: string | null): string[] => {
  const others = emails.slice(1).filter((other) => other.toLowerCase() !== email?.toLowerCase())
  return email === null ? others : [email, ...others]
}

const FIELDS = ['name', 'email', 'birthDate', 'language', 'taxExemption'] as const satisfies (keyof ContactEdit)[]
const isField = (key: string): key is keyof ContactEdit => FIELDS.some((field) => field === key)

type Edit = { [Field in keyof ContactEdit]?: ContactEdit[Field] | undefined } & {
  emails?: string[] | undefined
  custom?: FieldChanges | undefined
}

/** The value of a field, or of a custom field by its id. */
const fieldValue = (contact: Contact, field: string): string | null =>
  isField(field) ? contact[field] : (contact.custom[field] ?? null)

/** Updates the given fields; null clears a field. Nothing is written if one of them is no longer as expected. */
export async function updateContact(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  {
    id,
    expected: { custom: expectedCustom, emails: expectedEmails, ...expected } = {},
    custom,
    emails,
    ...edit
  }: Edit & { id: string; expected?: Edit | undefined },
): Promise<Contact> {
  assertBirthDate(edit.birthDate ?? null, tx.now())
  const locked = await lockContact(tx, actor, id)
  const before = locked.contact
  const fieldChanges = custom && (await readFieldChanges(tx, custom))
  const expectedValues = new Map(Object.entries({ ...expected, ...expectedCustom }))
  const changed = Object.entries({ ...edit, ...fieldChanges }).flatMap(([field, value]) => {
    const expectedValue = expectedValues.get(field)
    const present = fieldValue(before, field)
    const isConflict = expectedValue !== undefined && present !== expectedValue && present !== value
    return value !== undefined && isConflict ? [field] : []
  })
  const isSameList = (list: readonly string[]) => list.join().toLowerCase() === before.emails.join().toLowerCase()
  if (emails && expectedEmails && !isSameList(expectedEmails) && !isSameList(emails)) changed.push('emails')
  if (changed.length > 0)
    throw new AppError('ChangedMeanwhile', { contact: before, changes: await findEditors(tx, before, changed) })
  const { email, ...values } = edit
  const replaced = emails ?? (email === undefined ? undefined : replaceMainEmail(before.emails, email))
  await writeContact(deps, tx, actor, locked, {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    ...(replaced && { emails: replaced }),
    ...(fieldChanges && { custom: fieldChanges }),
  })
  return accessContact(tx, actor, id)
}

/** Names the teammates who gave fields their present values. */
async function findEditors(tx: TenantTx, contact: Contact, fields: string[]): Promise<ContactChanges['changes']> {
  const { edits } = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', contact.id)
    .select('edits')
    .executeTakeFirstOrThrow()
  const editorOf = (field: string) => {
    const edit = edits[field]
    return edit?.value === fieldValue(contact, field) ? edit.by : null
  }
  const users = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${fields.flatMap((field) => editorOf(field) ?? [])}::uuid[])`)
    .select(['id', 'displayName'])
    .execute()
  return fields.map((field) => ({
    field,
    changedBy: users.find(({ id }) => id === editorOf(field))?.displayName ?? null,
  }))
}

interface ListChange {
  id: string
  add?: string[]
  remove?: string[]
}

export async function updateTags(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, tags, ...change }: ListChange & { tags?: string[] | undefined },
): Promise<Contact> {
  const locked = await lockContact(tx, actor, id)
  const before = locked.contact
  const spell = await tagSpelling(tx, [...(tags ?? []), ...(change.add ?? [])])
  const after = changeList(tags?.map(spell) ?? before.tags, { ...change, add: change.add?.map(spell) ?? [] })
  if (after.length > CONTACT_TAGS_MAX) throw invalidInput('add', `A contact has at most ${CONTACT_TAGS_MAX} tags`)
  await writeContact(deps, tx, actor, locked, { tags: after })
  return accessContact(tx, actor, id)
}

/** Sets the labels of a contact. New ones must be in the business's list. */
export async function updateLabels(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, labels, ...change }: ListChange & { labels?: string[] | undefined },
): Promise<Contact> {
  const locked = await lockContact(tx, actor, id)
  const before = locked.contact
  const after = changeList(labels ?? before.labels, change)
  if (after.length > CONTACT_LABELS_MAX) throw invalidInput('add', `A contact has at most ${CONTACT_LABELS_MAX} labels`)
  await assertLabelsExist(
    tx,
    after.filter((label) => !before.labels.includes(label)),
  )
  await writeContact(deps, tx, actor, locked, { labels: after })
  return accessContact(tx, actor, id)
}

/** Adds and removes words, whatever their case. */
function changeList(list: string[], { add = [], remove = [] }: Pick<ListChange, 'add' | 'remove'>): string[] {
  const has = (words: string[], word: string) => words.some((other) => other.toLowerCase() === word.toLowerCase())
  const kept = list.filter((word) => !has(remove, word))
  return [...kept, ...add.filter((word) => !has(kept, word))]
}
