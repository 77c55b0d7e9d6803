import { fromSid, toE164 } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { accessConversation } from '../conversations/index.ts'
import { listMedia, toMediaItem } from '../messages/index.ts'
import { readSetting } from '../settings/index.ts'
import { accessContact, findContactByPhone, suggestContacts } from './access.ts'
import { addContact, addContacts } from './add-contact.ts'
import { addPhone, removePhone, setMainPhone } from './change-phones.ts'
import type { NumberDeps } from './deps.ts'
import { countLabels, LABELS, saveLabels } from './labels.ts'
import { moveContacts } from './move-contacts.ts'
import { removeContact } from './remove-contact.ts'
import { updateBlock } from './update-block.ts'
import { updateContact, updateLabels, updateTags } from './update-contact.ts'
import { updateStatus } from './update-status.ts'

export function contactRoutes(api: Api, deps: NumberDeps & Needs<'labelChanges'>) {
  const transaction = inTransaction(deps)
  return {
    get: api.contacts.get.handler(transaction((tx, { actor, input }) => accessContact(tx, actor, input.id))),
    getByPhone: api.contacts.getByPhone.handler(
      transaction(async (tx, { actor, input }) => {
        if (input.tenantId !== undefined && input.tenantId !== tx.tenantId) throw new AppError('TenantNotFound')
        const phone = toE164(input.phoneNumber)
        if (!phone) throw new AppError('PhoneNumberInvalid')
        return { contact: (await findContactByPhone(tx, actor, phone)) ?? null }
      }),
    ),
    suggest: api.contacts.suggest.handler(
      transaction(async (tx, { actor, input }) => ({ contacts: await suggestContacts(tx, actor, input.searchTerm) })),
    ),
    add: api.contacts.add.handler(transaction((tx, { actor, input }) => addContact(deps, tx, actor, input))),
    addList: api.contacts.addList.handler(transaction((tx, { actor, input }) => addContacts(tx, actor, input))),
    update: api.contacts.update.handler(transaction((tx, { actor, input }) => updateContact(deps, tx, actor, input))),
    addPhone: api.contacts.addPhone.handler(transaction((tx, { actor, input }) => addPhone(deps, tx, actor, input))),
    removePhone: api.contacts.removePhone.handler(
      transaction((tx, { actor, input }) => removePhone(deps, tx, actor, input)),
    ),
    setMainPhone: api.contacts.setMainPhone.handler(
      transaction((tx, { actor, input }) => setMainPhone(deps, tx, actor, input)),
    ),
    updateTags: api.contacts.updateTags.handler(
      transaction((tx, { actor, input }) => updateTags(deps, tx, actor, input)),
    ),
    updateLabels: api.contacts.updateLabels.handler(
      transaction((tx, { actor, input }) => updateLabels(deps, tx, actor, input)),
    ),
    updateStatus: api.contacts.updateStatus.handler(
      transaction((tx, { actor, input }) => updateStatus(deps, tx, actor, input)),
    ),
    updateBlock: api.contacts.updateBlock.handler(
      transaction((tx, { actor, input }) => updateBlock(deps, tx, actor, input)),
    ),
    updateLocationList: api.contacts.updateLocationList.handler(
      transaction(async (tx, { actor, input }) => ({ moved: await moveContacts(deps, tx, actor, input) })),
    ),
    remove: api.contacts.remove.handler(
      transaction(async (tx, { actor, input }) => {
        await removeContact(deps, tx, actor, input.id)
        return { success: true as const }
      }),
    ),
    getLabels: api.contacts.getLabels.handler(transaction((tx) => readSetting(tx, LABELS))),
    countLabels: api.contacts.countLabels.handler(
      transaction(async (tx, { actor }) => ({ contacts: await countLabels(tx, actor) })),
    ),
    saveLabels: api.contacts.saveLabels.handler(
      transaction((tx, { actor, input }) => saveLabels(deps, tx, actor, input)),
    ),
    getMedia: api.contacts.getMedia.handler(
      transaction(async (tx, { actor, input }) => {
        await accessConversation(tx, actor, fromSid(input.sid))
        const { items, hasMore } = await listMedia(tx, fromSid(input.sid), input)
        return wrap({ items: items.map(toMediaItem), hasMore })
      }),
    ),
  }
}
