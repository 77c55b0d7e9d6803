import { z } from 'zod'
import { BIRTHDAY_KEYS } from '../rules/birthdays.ts'
import { BULK_SELECTED_MAX } from '../rules/bulk-actions.ts'
import { CONTACT_FIELDS_MAX } from '../rules/contact-fields.ts'
import {
  CONTACT_COLUMNS,
  CONTACT_COUNT_ALL_MS,
  CONTACT_COUNT_MAX,
  CONTACT_EXPORT_PAGE_SIZE,
  CONTACT_ORDERS,
  CONTACT_SOURCES,
  OPT_OUT_FILTERS,
} from '../rules/contacts.ts'
import { FieldColumn, FieldCondition } from './contact-fields.ts'
import { Contact } from './contacts.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { InstantInput } from './instants.ts'

const term = z.string().trim().max(200)
const tags = z.array(z.string().max(40)).max(50)

/**
 * Filters of contacts, shared by the list, its count, the export, groups and bulk actions. All of them must match. An
 * unknown filter is refused: without it the others match more contacts, or all.
 */
export const ContactCriteria = z.strictObject({
  searchTerm: term
    .optional()
    .describe('A phone number if it has only digits and separators, otherwise a name or email.'),
  nameSearch: term.optional().describe('Words of the name, in any order.'),
  phoneSearch: term.optional().describe('Part of the number.'),
  emailSearch: term.optional().describe('A whole email address, or part of one.'),
  tagsSearch: tags.optional().describe('Matches any of them.'),
  labelsSearch: tags.optional().describe('Matches any of them.'),
  locationIDs: z.array(z.uuid()).max(100).optional(),
  birthdayKey: z.enum(BIRTHDAY_KEYS).optional().describe('In the time zone of the location, or of the first one.'),
  statusKeys: z.array(z.string().max(60)).max(100).optional(),
  sources: z.array(z.enum(CONTACT_SOURCES)).max(CONTACT_SOURCES.length).optional(),
  hasConversation: z.boolean().optional(),
  isOptedOut: z.boolean().optional().describe('Of everything, from at least one of our numbers.'),
  optedOutOf: z
    .enum(OPT_OUT_FILTERS)
    .optional()
    .describe(
      'From at least one of our numbers. `everything` is the same as `isOptedOut`; `marketing`: of nothing but marketing; `nothing`: neither.',
    ),
  isBlocked: z.boolean().optional(),
  fields: z
    .array(FieldCondition)
    .max(CONTACT_FIELDS_MAX)
    .optional()
    .describe('Conditions on custom fields. Several `is` of one field match any of their values.'),
  startDateTimeUTC: InstantInput.optional().describe('Creation, inclusive.'),
  endDateTimeUTC: InstantInput.optional().describe('Creation, exclusive.'),
})
export type ContactCriteria = z.output<typeof ContactCriteria>

export const ListedContact = Contact.extend({
  lastActivityOnUtc: z.iso
    .datetime()
    .describe('Latest message of a conversation the caller can see; without a conversation, the creation.'),
})
export type ListedContact = z.infer<typeof ListedContact>

export const ContactPage = z.object({
  contacts: z.array(ListedContact),
  count: z.int().describe('Contacts on this page.'),
  pageNumber: z.int(),
  pageSize: z.int(),
  totalCount: z
    .int()
    .nullable()
    .describe('From maintained totals; null when only a count could tell, see /main/Contact/count.'),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
  isFirstPage: z.boolean(),
  isLastPage: z.boolean(),
  nextCursor: z
    .string()
    .nullable()
    .describe('Pass it as `cursor` for the next page; stable while the list changes, unlike page numbers.'),
})
export type ContactPage = z.infer<typeof ContactPage>

const pageSizeText = `Above 100, up to ${CONTACT_EXPORT_PAGE_SIZE}, it counts as an export and requires contacts_export.`

export const ContactQuery = ContactCriteria.extend({
  orderBy: z.enum(CONTACT_ORDERS).default('lastActivityOnUtc'),
  orderByDesc: z.boolean().default(true),
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(CONTACT_EXPORT_PAGE_SIZE).default(50).describe(pageSizeText),
  cursor: z.string().max(1000).optional(),
})
export type ContactQuery = z.input<typeof ContactQuery>

export const ExportColumn = z.union([z.enum(CONTACT_COLUMNS), FieldColumn])
export type ExportColumn = z.infer<typeof ExportColumn>

const main = { tags: ['main'] }
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const number = z.string().regex(/^\d{1,5}$/)
const flag = z.enum(['true', 'false'])
const list = (item: z.ZodString | z.ZodUUID, max: number) => z.union([z.array(item).max(max), item]).optional()

export const contactList = {
  getList: reading()
    .route({ method: 'POST', path: '/main/Contact/get-list', ...main, summary: 'Lists contacts' })
    .input(ContactQuery)
    .output(ContactPage)
    .errors(failsWith('InvalidInput', 'Forbidden', 'NotInTrial')),

  search: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Contact/search',
      ...main,
      summary: 'Lists contacts like /main/Contact/get-list, with its parameters in the URL',
    })
    .input(
      z.object({
        searchTerm: term.optional(),
        nameSearch: term.optional(),
        phoneSearch: term.optional(),
        emailSearch: term.optional(),
        tagsSearch: list(z.string().max(40), 50),
        labelsSearch: list(z.string().max(40), 50),
        locationID: z.uuid().optional(),
        locationIDs: list(z.uuid(), 100),
        birthdayKey: z.enum(BIRTHDAY_KEYS).optional(),
        statusKey: z.string().max(60).optional(),
        source: z.enum(CONTACT_SOURCES).optional(),
        orderBy: z.enum(CONTACT_ORDERS).optional(),
        orderByDesc: flag.optional(),
        pageNumber: number.optional(),
        pageSize: number.optional().describe(pageSizeText),
      }),
    )
    .output(ContactPage)
    .errors(failsWith('InvalidInput', 'Forbidden', 'NotInTrial')),

  count: reading()
    .route({
      method: 'POST',
      path: '/main/Contact/count',
      ...main,
      summary: `Counts contacts, up to ${CONTACT_COUNT_MAX}`,
    })
    .input(ContactCriteria)
    .output(z.object({ count: z.int(), isCapped: z.boolean().describe('There are more than were counted.') }))
    .errors(failsWith('InvalidInput')),

  countAll: reading()
    .route({
      method: 'POST',
      path: '/main/Contact/count-all',
      ...main,
      summary: 'Counts all contacts that match, however many there are',
    })
    .input(ContactCriteria)
    .output(
      z.object({
        count: z
          .int()
          .nullable()
          .describe(`Null if it would take longer than ${CONTACT_COUNT_ALL_MS / 1000} seconds.`),
      }),
    )
    .errors(failsWith('InvalidInput')),

  getTags: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'GET', path: '/main/Businesses/tags-used', ...main, summary: 'Lists the tags contacts have' })
    .output(z.object({ tags: z.array(z.object({ tag: z.string(), contacts: z.int() })) })),

  export: endpoint({ permission: 'contacts_export' })
    .route({
      method: 'POST',
      path: '/main/Contact/export',
      ...main,
      summary: 'Returns a short-lived URL of the contacts as a CSV file; the export is audited',
    })
    .input(
      z.object({
        criteria: ContactCriteria.default({}),
        contactIDs: z.array(z.uuid()).min(1).max(BULK_SELECTED_MAX).optional().describe('Only these of them.'),
        columns: z
          .array(ExportColumn)
          .min(1)
          .max(CONTACT_COLUMNS.length + CONTACT_FIELDS_MAX)
          .optional()
          .describe('Columns of the file, in this order; all by default. `field:` and an id is a custom field.'),
      }),
    )
    .output(z.object({ url: z.string() }))
    .errors(failsWith('InvalidInput', 'NotInTrial')),
}
