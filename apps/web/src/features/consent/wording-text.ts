import type { ConsentEvent } from '@frontdesk/contract/api'
import { t } from '@lingui/core/macro'

/** The words of a record of consent. A text always has some: without them it is in a hidden conversation. */
export function wordingText({
  source,
  wording,
  message,
}: Pick<ConsentEvent, 'source' | 'wording' | 'message'>): string {
  if (wording) return wording
  return source === 'text' && !message ? t`In a conversation you can’t see` : t`None recorded`
}
