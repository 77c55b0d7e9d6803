import { i18n } from '@lingui/core'
import { ERROR_TEXTS } from '../../lib/error-texts.ts'
import { GATE_REASON_TEXTS } from '../message/delivery-texts.ts'
import type { Outgoing } from './outbox.ts'

/** Why the server did not take a message. */
export function refusalText({ code, reasons = [] }: Pick<Outgoing, 'code' | 'reasons'>): string {
  const sentences = reasons.map((reason) => i18n._(GATE_REASON_TEXTS[reason]))
  return sentences.length > 0 ? sentences.join(' ') : i18n._(ERROR_TEXTS[code ?? 'SendRefused'])
}
