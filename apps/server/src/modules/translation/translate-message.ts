import type { Message } from '@frontdesk/contract/api'
import { fromSid, isSameLanguage } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { accessMessage, findMessage, lockThreads, tellThreads } from '../conversations/index.ts'
import { addToMessage } from '../messages/index.ts'
import type { TranslationDeps } from './deps.ts'
import { detectLanguage, isSentence } from './detect-language.ts'
import { messageTranslated } from './events.ts'
import { mustTranslateTo } from './translate-text.ts'
import type { Translated } from './translator.ts'

interface Scope {
  tenantId: string
}

/** Words of somebody; not what tells of something, nor a reaction. */
const isSaid = ({ body, attributes }: Message) =>
  (attributes.type === 'text' || attributes.type === 'media') && attributes.reaction === undefined && body.trim() !== ''

const hasTranslation = ({ attributes }: Message) => 'translation' in attributes && attributes.translation !== undefined

/**
 * Gives a text that came in another language than the team's its second text, and keeps in which language its writer
 * writes. Only texts that may be in another language are sent to the model. Safe to run twice.
 */
export async function translateInbound(deps: TranslationDeps, scope: Scope, messageId: string): Promise<void> {
  const asked = await deps.inTenant(scope, async (tx) => {
    const { translateTo } = await readConversationConfigs(tx)
    const message = await findMessage(tx, messageId)
    if (translateTo === null || !message || !isSaid(message) || hasTranslation(message)) return null
    return { to: translateTo, message, contact: await findWriter(tx, message.author) }
  })
  if (!asked?.contact) return
  const { to, message, contact } = asked
  const detected = await detectLanguage(message.body)
  if (!detected) return
  const isOurs = isSameLanguage(detected.language, to)
  if (isOurs && !detected.isSure) return
  const translated = isOurs ? null : await deps.translator.translate(message.body, to)
  const language = translated?.language ?? to

  // Of whom nothing is known it is taken that they write as the team does, until one word tells otherwise.
  const isNews = !isSameLanguage(contact.language ?? to, language)
  const tellsLanguage = contact.language === null || isSentence(message.body)
  if (isNews && tellsLanguage && !contact.isLanguageChosen) await noteLanguage(deps, scope, message.author, language)
  if (translated && !isSameLanguage(language, to))
    await deps.inTenant(scope, (tx) => writeTranslation(deps, tx, messageId, to, translated))
}

/** The same because somebody asked for it, of any text they see. */
export async function translateMessage(deps: TranslationDeps, actor: Actor, sid: string): Promise<Message> {
  const id = fromSid(sid)
  const read = (tx: TenantTx) => findMessage(tx, id)
  const { to, message } = await deps.inTenant(actor, async (tx) => {
    await accessMessage(tx, actor, id)
    return { to: await mustTranslateTo(deps, tx), message: await read(tx) }
  })
  if (!message || !isSaid(message)) throw new AppError('MessageNotFound')
  if (hasTranslation(message)) return message
  const translated = await deps.translator.translate(message.body, to)
  if (isSameLanguage(translated.language, to)) throw new AppError('SameLanguage')
  return deps.inTenant(actor, async (tx) => {
    const written = (await writeTranslation(deps, tx, id, to, translated)) ?? (await read(tx))
    if (!written) throw new AppError('MessageNotFound')
    return written
  })
}

const writeTranslation = (deps: TranslationDeps, tx: TenantTx, messageId: string, to: string, found: Translated) =>
  addToMessage(deps, tx, messageId, {
    key: 'translation',
    value: { language: found.language, text: found.text, textLanguage: to },
    event: messageTranslated.of({ language: found.language }),
  })

const findWriter = (tx: TenantTx, phone: string) =>
  tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select(['language', 'isLanguageChosen'])
    .executeTakeFirst()

const noteLanguage = (deps: TranslationDeps, scope: Scope, phone: string, language: string): Promise<void> =>
  deps.inTenant(scope, async (tx) => {
    const threads = await lockThreads(tx, phone)
    const noted = await tx
      .updateTable('contacts')
      .set({ language })
      .where('tenantId', '=', tx.tenantId)
      .where('phone', '=', phone)
      .where('isLanguageChosen', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (noted) await tellThreads(deps, tx, threads, { event: contactChanged.of(), at: deps.now() })
  })
