import type { ConsentEvent } from '@frontdesk/contract/api'
import { t } from '@lingui/core/macro'

/** The wording of a consent record. That of a text is empty only if it was deleted or its conversation is hidden. */
export function wordingText({
  source,
  wording,
  message,
}: Pick<ConsentEvent, 'source' | 'wording' | 'message'>): string {
  if (wording) return wording
  return source === 'text' && !message ? t`Deleted, or in a conversation you can’t see` : t`None recorded`
}
