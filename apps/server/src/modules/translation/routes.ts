import { fromSid } from '@frontdesk/contract/rules'
import { failAs } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import { toMessage } from '../threads/index.ts'
import type { TranslationDeps } from './deps.ts'
import { translateMessage } from './translate-message.ts'
import { translateText } from './translate-text.ts'
import { TranslatorError } from './translator.ts'

export const translationRoutes = (api: Api, deps: TranslationDeps) => ({
  get: api.translation.get.handler(async ({ context }) => {
    const { translateTo } = await deps.inTenant(signedIn(context), readConversationConfigs)
    const isAvailable = deps.translator.isConfigured()
    return wrap({ isAvailable, to: isAvailable ? translateTo : null })
  }),
  translateText: api.translation.translateText.handler(async ({ context, input }) =>
    wrap(await translateText(deps, signedIn(context), readRequest(input)).catch(unavailable(deps))),
  ),
  translateMessage: api.translation.translateMessage.handler(async ({ context, input }) =>
    wrap(toMessage(await translateMessage(deps, signedIn(context), fromSid(input.sid)).catch(unavailable(deps)))),
  ),
})

const readRequest = ({ conversationSid, ...request }: { conversationSid: string; text: string; to: string }) => ({
  ...request,
  conversationId: fromSid(conversationSid),
})

const unavailable = ({ log }: TranslationDeps) =>
  failAs(log, TranslatorError, 'TranslationUnavailable', 'translation request failed')
