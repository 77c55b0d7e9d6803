import { z } from 'zod'
import type { ContactValues, ContactWithRows } from '../contact-rows/index.ts'

const Values = z.object({
  name: z.string(),
  email: z.string().nullable(),
  otherEmails: z.array(z.string()),
  birthDate: z.string().nullable(),
  tags: z.array(z.string()),
  labels: z.array(z.string()),
  language: z.string().nullable(),
  isLanguageChosen: z.boolean(),
  statusKey: z.string().nullable(),
  locationId: z.string(),
  source: z.string(),
  createdAt: z.string(),
  // Absent in merges stored before they were.
  addedBy: z.string().nullable().default(null),
  importId: z.string().nullable().default(null),
  taxExemption: z.string().nullable().default(null),
  custom: z.record(z.string(), z.string()),
  edits: z.record(z.string(), z.object({ by: z.string(), value: z.string().nullable() })),
}) satisfies z.ZodType<ContactValues>

const Rows = z.object({ rowIds: z.array(z.uuid()), values: Values }) satisfies z.ZodType<ContactWithRows>

/** The JSON columns of a merge. */
export const StoredMerge = z.object({ before: z.object({ survivor: Rows, other: Rows }), after: Values })
export type StoredMerge = z.infer<typeof StoredMerge>
