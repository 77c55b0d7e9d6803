import { fromSid, toE164 } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { accessConversation } from '../conversations/index.ts'
import { listMedia } from '../messages/index.ts'
import { readSetting } from '../settings/index.ts'
import { accessContact, findContactByPhone, suggestContacts } from './access.ts'
import type { ContactDeps } from './deps.ts'
import { countLabels, LABELS, saveLabels } from './labels.ts'
import { moveContacts } from './move-contacts.ts'
import { removeContact } from './remove-contact.ts'
import { updateContact, updateLabels, updateTags } from './update-contact.ts'
import { updateStatus } from './update-status.ts'

export const contactRoutes = (api: Api, deps: ContactDeps) => ({
  get: api.contacts.get.handler(({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, (tx) => accessContact(tx, actor, input.id))
  }),
  getByPhone: api.contacts.getByPhone.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const phone = toE164(input.phoneNumber)
    if (!phone) throw new AppError('PhoneNumberInvalid')
    return { contact: (await deps.inTenant(actor, (tx) => findContactByPhone(tx, actor, phone))) ?? null }
  }),
  suggest: api.contacts.suggest.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return { contacts: await deps.inTenant(actor, (tx) => suggestContacts(tx, actor, input.searchTerm)) }
  }),
  update: api.contacts.update.handler(({ context, input }) => updateContact(deps, signedIn(context), input)),
  updateTags: api.contacts.updateTags.handler(({ context, input }) => updateTags(deps, signedIn(context), input)),
  updateLabels: api.contacts.updateLabels.handler(({ context, input }) => updateLabels(deps, signedIn(context), input)),
  updateStatus: api.contacts.updateStatus.handler(({ context, input }) => updateStatus(deps, signedIn(context), input)),
  updateLocationList: api.contacts.updateLocationList.handler(async ({ context, input }) => ({
    moved: await moveContacts(deps, signedIn(context), input),
  })),
  remove: api.contacts.remove.handler(async ({ context, input }) => {
    await removeContact(deps, signedIn(context), input.id)
    return { success: true as const }
  }),
  getLabels: api.contacts.getLabels.handler(({ context }) =>
    deps.inTenant(signedIn(context), (tx) => readSetting(tx, LABELS)),
  ),
  countLabels: api.contacts.countLabels.handler(async ({ context }) => ({
    contacts: await deps.inTenant(signedIn(context), countLabels),
  })),
  saveLabels: api.contacts.saveLabels.handler(({ context, input }) => saveLabels(deps, signedIn(context), input)),
  getMedia: api.contacts.getMedia.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      await accessConversation(tx, actor, fromSid(input.sid))
      return wrap(await listMedia(tx, fromSid(input.sid), input))
    })
  }),
})
