import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

export const Template = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  lastUsedAt: z.iso.datetime().nullable(),
  usedCount: z.int(),
  locationIDs: z.array(z.uuid()).nullable().describe('null: every location.'),
  locationsCount: z.int().describe('0: every location.'),
  favorite: z.boolean().describe('Of the caller.'),
  isShared: z
    .boolean()
    .describe('Also used at locations the caller has no access to; they can only choose which of theirs use it.'),
  version: z.int(),
})
export type Template = z.infer<typeof Template>

const TemplateId = z.uuid().meta({ names: 'template' })
const oneTemplate = z.object({ id: TemplateId })
const service = { tags: ['main'] }
const managed = () => endpoint({ permission: 'convos_manage_templates' })
const signedIn = () => endpoint({ permission: 'anyone signed in' })

const TemplateDraft = z.object({
  id: TemplateId.optional().describe('Absent for a new one.'),
  title: words().min(1).max(80),
  message: words().min(1).max(MESSAGE_TEXT_MAX),
  locationIDs: z
    .array(z.uuid())
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe('Null: all locations of the caller.'),
  version: z.int32().optional(),
})
const saveFailures = failsWith(
  'TemplateNotFound',
  'TemplateTitleTaken',
  'TemplateShared',
  'TooManyTemplates',
  'LocationNotFound',
  'ChangedMeanwhile',
)

export const templates = {
  getList: signedIn()
    .route({
      method: 'GET',
      path: '/main/Template/get-list',
      summary: 'Lists the templates of the caller’s locations, favorites first, then most used',
      ...service,
    })
    .output(z.object({ templates: z.array(Template) })),

  save: managed()
    .route({ method: 'POST', path: '/main/Template/save', summary: 'Adds or updates a template', ...service })
    .input(TemplateDraft)
    .output(Template)
    .errors(saveFailures),

  getStore: signedIn()
    .route({
      method: 'GET',
      path: '/main/UniversalStore/templates',
      summary: 'Lists the templates of the caller’s locations, like /main/Template/get-list',
      ...service,
    })
    .output(z.object({ templates: z.array(Template) })),

  saveStore: managed()
    .route({
      method: 'POST',
      path: '/main/UniversalStore/templates',
      summary: 'Adds or updates several templates, or none of them. Others stay as they are',
      ...service,
    })
    .input(z.object({ templates: z.array(TemplateDraft).min(1).max(100) }))
    .output(z.object({ templates: z.array(Template) }))
    .errors(saveFailures),

  setFavorite: signedIn()
    .route({
      method: 'POST',
      path: '/main/Template/favorite',
      summary: 'Adds a template to the caller’s favorites, or removes it',
      ...service,
    })
    .input(oneTemplate.extend({ favorite: z.boolean() }))
    .output(Template)
    .errors(failsWith('TemplateNotFound')),

  recordUse: signedIn()
    .route({ method: 'POST', path: '/main/Template/used', summary: 'Records that a template was used', ...service })
    .input(oneTemplate)
    .output(Template)
    .errors(failsWith('TemplateNotFound')),

  remove: managed()
    .route({
      method: 'DELETE',
      path: '/main/Template',
      summary: 'Deletes a template, or only removes it from the caller’s locations if others use it too',
      ...service,
    })
    .input(oneTemplate)
    .output(z.object({ success: z.literal(true) }))
    .errors(failsWith('TemplateNotFound', 'TemplateShared')),
}
