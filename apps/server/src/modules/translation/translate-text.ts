import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import { accessConversation } from '../conversations/index.ts'
import type { TranslationDeps } from './deps.ts'
import type { Translated } from './translator.ts'

/** Returns the team's language; throws when translation is off. */
export async function requireTeamLanguage(deps: TranslationDeps, tx: TenantTx): Promise<string> {
  const { translateTo } = await readConversationConfigs(tx)
  if (translateTo === null || !deps.translator.isConfigured()) throw new AppError('TranslationOff')
  return translateTo
}

/** Translates a draft into the contact's language. */
export async function translateText(
  deps: TranslationDeps,
  actor: Actor,
  { conversationId, text, to }: { conversationId: string; text: string; to: string },
): Promise<Translated> {
  await deps.inTenant(actor, async (tx) => {
    await accessConversation(tx, actor, conversationId)
    await requireTeamLanguage(deps, tx)
  })
  return deps.translator.translate(text, to)
}
