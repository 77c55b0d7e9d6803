import {
  CONTACT_LABELS_MAX,
  CONTACT_TAGS_MAX,
  type ContactBulkChange,
  type ContactSettingChange,
  can,
  isContactSettingChange,
  type Permission,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import type { Person } from '../accounts/index.ts'
import { locationChange } from '../assignment/index.ts'
import { refreshConversations, startChange } from '../changes/index.ts'
import {
  type ContactAuthor,
  changeContacts,
  countTags,
  lockContactsByPhone,
  mainContactId,
  moveContact,
  recordManyUpdated,
  tagSpelling,
} from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { findVisibleConversations } from '../conversations/index.ts'
import { findLocation } from '../locations/index.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { EVERYTHING, isContactVisible, seesAllOfNumbers, viewerOfScope } from '../visibility/index.ts'
import type { ContactDeps } from './deps.ts'
import { assertLabelsExist } from './labels.ts'
import { moveContacts } from './move-contacts.ts'
import { removeContact } from './remove-contact.ts'

/** The request of a bulk action on contacts, as it is stored. */
export const ContactBulkInput = z.object({
  tags: z.array(z.string()).optional(),
  newTag: z.string().optional(),
  labels: z.array(z.string()).optional(),
  locationID: z.uuid().optional(),
  /** The new names of labels; null: removed from the list. */
  labelNames: z.record(z.string(), z.string().nullable()).optional(),
})
export type ContactBulkInput = z.infer<typeof ContactBulkInput>

interface Batch {
  ids: string[]
  input: ContactBulkInput
  /** For an undo: what the action stored of each contact that it changed. */
  previous: ReadonlyMap<string, object> | null
}

/** A change that can be made to many contacts. */
export interface ContactChange {
  permission: Permission
  /** Contacts per transaction, so that others wait for their locks only briefly. */
  batch: number
  canUndo: boolean
  /**
   * Refuses what cannot be done anywhere, and returns the text to display: tags, labels, or the name of the location.
   */
  check: (tx: TenantTx, actor: Actor, input: ContactBulkInput) => Promise<string | null>
  /** Changes, or changes back, those of a batch that the actor sees. Returns what an undo needs of those it changed. */
  run: (deps: ContactDeps, tx: TenantTx, actor: Person, batch: Batch) => Promise<Map<string, object>>
}

export const CONTACT_CHANGES: Record<ContactBulkChange | ContactSettingChange, ContactChange> = {
  'add-tags': wordsChange('tags', 'add'),
  'remove-tags': wordsChange('tags', 'remove'),
  'rename-tags': {
    permission: 'contacts_edit',
    batch: 200,
    canUndo: true,
    check: async (_tx, _actor, { tags = [], newTag }) => {
      if (tags.length === 0) throw invalidInput('tags', 'Name at least one')
      if (newTag === undefined) throw invalidInput('newTag', 'Name the new tag')
      return newTag
    },
    run: renameTags,
  },
  'add-labels': wordsChange('labels', 'add'),
  'remove-labels': wordsChange('labels', 'remove'),
  'change-labels': {
    permission: 'admin_manage_settings',
    batch: 200,
    canUndo: false,
    check: async () => null,
    run: changeLabels,
  },
  move: {
    permission: 'contacts_edit',
    batch: 50,
    canUndo: true,
    check: async (tx, actor, { locationID }) => {
      if (locationID === undefined) throw invalidInput('locationID', 'Choose a location')
      const location = await findLocation(tx, actor, locationID)
      if (!location) throw new AppError('LocationNotFound')
      return location.name
    },
    run: (deps, tx, actor, { ids, input, previous }) =>
      previous ? moveBack(deps, tx, actor, { previous, to: input.locationID }) : move(deps, tx, actor, ids, input),
  },
  delete: {
    permission: 'convos_delete_contact_conversation',
    batch: 20,
    canUndo: false,
    check: async () => null,
    run: async (deps, tx, actor, { ids }) => {
      const deleted = new Map<string, object>()
      for (const { id, phones, itemIds } of await findVisible(tx, actor, ids)) {
        // One that was merged into another contact since it was selected does not take that contact along.
        if (!itemIds.includes(id)) continue
        // A contact with conversations that the actor cannot see stays.
        if (!(await seesAllOfNumbers(tx, actor, phones))) continue
        await removeContact(deps, tx, actor, id)
        for (const itemId of itemIds) deleted.set(itemId, {})
      }
      return deleted
    },
  },
}

/**
 * The contacts that these items of an action are now: an item that was merged into another contact since the action
 * started leads to that one, so a contact may have several.
 */
const findVisible = (tx: TenantTx, viewer: Viewer, itemIds: readonly string[]) =>
  tx
    .selectFrom((query) =>
      query
        .selectFrom('contacts as i')
        .where('i.tenantId', '=', tx.tenantId)
        .where(sql<boolean>`i.id = any(${[...itemIds]}::uuid[])`)
        .groupBy(mainContactId('i'))
        .select([mainContactId('i').as('ownerId'), sql<string[]>`array_agg(i.id)`.as('itemIds')])
        .as('i'),
    )
    // Looked up one by one: right after an import, a plain join would compare all with all contacts.
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('contacts as m')
          .where('m.tenantId', '=', tx.tenantId)
          .whereRef('m.id', '=', 'i.ownerId')
          .selectAll('m')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .where(isContactVisible(tx, viewer))
    // The order in which moving contacts locks them.
    .orderBy('t.id')
    .select(['t.id', 't.locationId', 't.tags', 't.labels', 'i.itemIds'])
    .select(contactPhones().as('phones'))
    .execute()

const Words = z.object({ words: z.array(z.string()) })

/** Adds tags or labels to contacts, or removes them. An undo concerns only those that the action added or removed. */
function wordsChange(column: 'tags' | 'labels', verb: 'add' | 'remove'): ContactChange {
  const most = column === 'tags' ? CONTACT_TAGS_MAX : CONTACT_LABELS_MAX
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const isAddingTags = column === 'tags' && verb === 'add'
  return {
    permission: 'contacts_edit',
    batch: 200,
    canUndo: true,
    check: async (tx, _actor, input) => {
      const words = input[column] ?? []
      if (words.length === 0) throw invalidInput(column, 'Name at least one')
      if (column === 'labels' && verb === 'add') await assertLabelsExist(tx, words)
      return (isAddingTags ? words.map(await tagSpelling(tx, words)) : words).join(', ')
    },
    run: async (deps, tx, actor, { ids, input, previous }) => {
      const isAdding = (verb === 'add') === (previous === null)
      const contacts = await lockVisible(tx, actor, ids)
      const named = input[column] ?? []
      const added = isAddingTags ? named.map(await tagSpelling(tx, named)) : named
      const changed = contacts.flatMap((contact) => {
        const before = contact[column]
        const requested = previous
          ? contact.itemIds.flatMap((itemId) => Words.safeParse(previous.get(itemId)).data?.words ?? [])
          : added
        const isRequested = (word: string) => requested.some((other) => isSame(word, other))
        const words = isAdding
          ? requested.filter((word) => !before.some((other) => isSame(word, other)))
          : before.filter(isRequested)
        const after = isAdding ? [...before, ...words] : before.filter((word) => !isRequested(word))
        return words.length === 0 || after.length > most ? [] : [{ ...contact, before, after, words }]
      })
      if (changed.length === 0) return new Map()
      await writeWords(deps, tx, actor, authorOf(tx.now(), actor, previous), column, changed)
      return new Map(changed.flatMap(({ itemIds, words }) => itemIds.map((itemId) => [itemId, { words }] as const)))
    },
  }
}

/** Author of a batch, of the action or of its undo. */
const authorOf = (at: string, { userId }: Person, previous: Batch['previous']): ContactAuthor => ({
  userId,
  at,
  cause: previous ? 'bulk-undo' : 'bulk',
})

type VisibleContact = Awaited<ReturnType<typeof findVisible>>[number]

async function lockVisible(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<VisibleContact[]> {
  const contacts = await findVisible(tx, viewer, ids)
  await lockContactsByPhone(
    tx,
    contacts.flatMap(({ phones }) => phones),
  )
  return contacts
}

/** Stores the tags or labels of contacts, and updates what shows them. */
async function writeWords(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  author: ContactAuthor,
  column: 'tags' | 'labels',
  changed: readonly (VisibleContact & { before: readonly string[]; after: readonly string[] })[],
): Promise<void> {
  const words = JSON.stringify(changed.map(({ id, after }) => ({ id, after })))
  await changeContacts(tx, author, {
    set: { [column]: sql`array(select jsonb_array_elements_text(w.after))` },
    from: sql`jsonb_to_recordset(${words}::jsonb) as w (id uuid, after jsonb)`,
    where: sql`t.id = w.id`,
  })
  if (column === 'tags')
    await countTags(tx, {
      before: changed.flatMap(({ before }) => before),
      after: changed.flatMap(({ after }) => after),
    })
  await refreshContacts(deps, tx, actor, changed)
}

const RenamedTags = z.object({ before: z.array(z.string()), after: z.array(z.string()) })

/**
 * Replaces tags by another one, which merges them where a contact has several. An undo leaves tags that changed since.
 */
async function renameTags(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  { ids, input: { tags = [], newTag = '' }, previous }: Batch,
): Promise<Map<string, object>> {
  const isEqual = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')
  const isRenamed = (tag: string) => [...tags, newTag].some((each) => each.toLowerCase() === tag.toLowerCase())
  const changed = (await lockVisible(tx, actor, ids)).flatMap((contact) => {
    const before = contact.tags
    if (previous) {
      const renamed = contact.itemIds.map((itemId) => RenamedTags.safeParse(previous.get(itemId)).data).find(Boolean)
      return renamed && isEqual(before, renamed.after) ? [{ ...contact, before, after: renamed.before }] : []
    }
    if (!before.some((tag) => tags.some((each) => each.toLowerCase() === tag.toLowerCase()))) return []
    const at = before.findIndex(isRenamed)
    const after = before.flatMap((tag, index) => (index === at ? newTag : isRenamed(tag) ? [] : tag))
    return isEqual(before, after) ? [] : [{ ...contact, before, after }]
  })
  if (changed.length > 0) await writeWords(deps, tx, actor, authorOf(tx.now(), actor, previous), 'tags', changed)
  return new Map(
    changed.flatMap(({ itemIds, before, after }) => itemIds.map((itemId) => [itemId, { before, after }] as const)),
  )
}

/**
 * Renames labels and removes deleted ones, also on contacts that the teammate who changed the list cannot see. A
 * contact keeps the order of its labels, and one label of those that now have the same name.
 */
async function changeLabels(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  { ids, input: { labelNames = {} } }: Batch,
): Promise<Map<string, object>> {
  const names = new Map(Object.entries(labelNames))
  const contacts = await lockVisible(tx, viewerOfScope(EVERYTHING), ids)
  const changed = contacts.flatMap((contact) => {
    const before = contact.labels
    if (!before.some((label) => names.has(label))) return []
    const renamed = before.flatMap((label) => (names.has(label) ? (names.get(label) ?? []) : label))
    return [{ ...contact, before, after: [...new Set(renamed)] }]
  })
  if (changed.length > 0) await writeWords(deps, tx, actor, authorOf(tx.now(), actor, null), 'labels', changed)
  return new Map(changed.flatMap(({ itemIds }) => itemIds.map((itemId) => [itemId, {}] as const)))
}

/** Updates the conversations of changed contacts, which show them, and records the change. */
async function refreshContacts(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  contacts: readonly { phones: string[]; locationId: string }[],
): Promise<void> {
  const threads = await tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_phone = any(${contacts.flatMap(({ phones }) => phones)}::text[])`)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const ids = threads.map(({ id }) => id)
  await refreshConversations(deps, tx, ids, { event: contactChanged.of(), at: tx.now(), actorUserId: actor.userId })
  await recordManyUpdated(
    tx,
    actor,
    contacts.map(({ locationId }) => locationId),
  )
}

const Moved = z.object({ locationId: z.uuid(), conversations: z.record(z.uuid(), z.uuid()) })

async function move(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  ids: readonly string[],
  { locationID = '' }: ContactBulkInput,
): Promise<Map<string, object>> {
  const contacts = (await findVisible(tx, actor, ids)).filter(({ locationId }) => locationId !== locationID)
  if (contacts.length === 0 || !(await findLocation(tx, actor, locationID))) return new Map()
  const conversations = await tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_phone = any(${contacts.flatMap(({ phones }) => phones)}::text[])`)
    .select(['id', 'contactPhone', 'locationId'])
    .execute()
  await moveContacts(deps, tx, actor, { contactIDs: contacts.map(({ id }) => id), locationID, cause: 'bulk' })
  return new Map(
    contacts.flatMap(({ itemIds, phones, locationId }) => {
      const moving = conversations.filter(({ contactPhone }) => phones.includes(contactPhone))
      const before = { locationId, conversations: Object.fromEntries(moving.map((one) => [one.id, one.locationId])) }
      return itemIds.map((itemId) => [itemId, before] as const)
    }),
  )
}

/** Moves contacts and conversations back, except those that are no longer where the action moved them. */
async function moveBack(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Person,
  { previous, to }: { previous: ReadonlyMap<string, object>; to: string | undefined },
): Promise<Map<string, object>> {
  const moved = (await findVisible(tx, actor, [...previous.keys()])).filter(({ locationId }) => locationId === to)
  const back = new Map<string, object>()
  const locationIds = new Set(moved.map(({ locationId }) => locationId))
  for (const { id, itemIds } of moved) {
    const before = itemIds.map((itemId) => Moved.safeParse(previous.get(itemId)).data).find(Boolean)
    const location = before && (await findLocation(tx, actor, before.locationId))
    if (!before || !location) continue
    const run = startChange(deps, tx, { by: actor, only: sql<boolean>`c.location_id = ${to}` })
    await moveContact(tx, authorOf(run.at, actor, previous), { id, locationId: location.id })
    locationIds.add(location.id)
    for (const [conversationId, locationId] of Object.entries(before.conversations)) {
      const [visible] = await findVisibleConversations(tx, actor, [conversationId])
      const former = visible && (await findLocation(tx, actor, locationId))
      if (former) await locationChange.apply(run, [visible], { location: former })
    }
    for (const itemId of itemIds) back.set(itemId, {})
  }
  await recordManyUpdated(tx, actor, [...locationIds])
  return back
}

/** Whether a teammate may still make a change. One that follows from a saved setting is made in any case. */
export const mayChangeContacts = (viewer: Viewer, change: ContactBulkChange | ContactSettingChange): boolean =>
  isContactSettingChange(change) || can(viewer, CONTACT_CHANGES[change].permission)
