import { isSameLanguage } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockConversationsOfNumbers, refreshConversations } from '../changes/index.ts'
import { changeContacts, contactIdsByPhone } from '../contact-rows/index.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { addToMessage } from '../messages/index.ts'
import { accessMessage, findMessage, type MessageRow } from '../threads/index.ts'
import type { TranslationDeps } from './deps.ts'
import { detectLanguage, isSentence } from './detect-language.ts'
import { messageTranslated } from './events.ts'
import { requireTeamLanguage } from './translate-text.ts'
import type { Translated } from './translator.ts'

interface Scope {
  tenantId: string
}

/** Whether the message has text a person wrote: no updates, no reactions. */
const isTranslatable = ({ body, type, data }: MessageRow) =>
  (type === 'text' || type === 'media') && !data?.reaction && body.trim() !== ''

/**
 * Translates an inbound text into the team's language and stores the contact's language. Only texts that may be in
 * another language are sent to the model. Safe to run twice.
 */
export async function translateInbound(deps: TranslationDeps, scope: Scope, messageId: string): Promise<void> {
  const request = await deps.inTenant(scope, async (tx) => {
    const { translateTo } = await readConversationConfigs(tx)
    const message = await findMessage(tx, messageId)
    if (translateTo === null || !message || !isTranslatable(message) || message.data?.translation) return null
    return { to: translateTo, message, contact: await findContact(tx, message.author) }
  })
  if (!request?.contact) return
  const { to, message, contact } = request
  const detected = await detectLanguage(message.body)
  if (!detected) return
  const isTeamLanguage = isSameLanguage(detected.language, to)
  if (isTeamLanguage && !detected.isSure) return
  const translated = isTeamLanguage ? null : await deps.translator.translate(message.body, to)
  const language = translated?.language ?? to

  // Contacts without a known language are assumed to use the team's, until a single text says otherwise.
  const isOtherLanguage = !isSameLanguage(contact.language ?? to, language)
  const isConclusive = contact.language === null || isSentence(message.body)
  if (isOtherLanguage && isConclusive && !contact.isLanguageChosen)
    await updateContactLanguage(deps, scope, message.author, language)
  if (translated && !isSameLanguage(language, to))
    await deps.inTenant(scope, (tx) => writeTranslation(deps, tx, messageId, to, translated))
}

/** Translates any visible text at a teammate's request. */
export async function translateMessage(deps: TranslationDeps, actor: Actor, id: string): Promise<MessageRow> {
  const read = (tx: TenantTx) => findMessage(tx, id)
  const { to, message } = await deps.inTenant(actor, async (tx) => {
    await accessMessage(tx, actor, id)
    return { to: await requireTeamLanguage(deps, tx), message: await read(tx) }
  })
  if (!message || !isTranslatable(message)) throw new AppError('MessageNotFound')
  if (message.data?.translation) return message
  const translated = await deps.translator.translate(message.body, to)
  if (isSameLanguage(translated.language, to)) throw new AppError('SameLanguage')
  return deps.inTenant(actor, async (tx) => {
    const stored = (await writeTranslation(deps, tx, id, to, translated)) ?? (await read(tx))
    if (!stored) throw new AppError('MessageNotFound')
    return stored
  })
}

const writeTranslation = (deps: TranslationDeps, tx: TenantTx, messageId: string, to: string, translated: Translated) =>
  addToMessage(deps, tx, messageId, {
    key: 'translation',
    value: { language: translated.language, text: translated.text, textLanguage: to },
    event: messageTranslated.of({ language: translated.language }),
  })

const findContact = (tx: TenantTx, phone: string) =>
  tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select(['language', 'isLanguageChosen'])
    .executeTakeFirst()

const updateContactLanguage = (deps: TranslationDeps, scope: Scope, phone: string, language: string): Promise<void> =>
  deps.inTenant(scope, async (tx) => {
    const threads = await lockConversationsOfNumbers(tx, [phone])
    const at = deps.now()
    const updated = await changeContacts(
      tx,
      { userId: null, at },
      {
        set: { language: sql`${language}` },
        where: sql`t.id = any(${contactIdsByPhone(tx, [phone])}) and not t.is_language_chosen`,
      },
    )
    if (updated.length > 0) await refreshConversations(deps, tx, threads, { event: contactChanged.of(), at })
  })
