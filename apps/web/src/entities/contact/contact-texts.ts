import { t } from '@lingui/core/macro'

/** The carrier's kinds of lines in plain words; a kind we do not know is told as it came. */
export function lineTypeText(lineType: string): string {
  switch (lineType) {
    case 'mobile':
      return t`Mobile`
    case 'landline':
      return t`Landline (can’t receive texts)`
    case 'fixedVoip':
    case 'nonFixedVoip':
      return t`Internet phone (VoIP)`
    case 'tollFree':
      return t`Toll-free`
    default:
      return lineType
  }
}

/** Where a contact came from (spec section 3). */
export function sourceText(source: string): string {
  switch (source) {
    case 'user':
      return t`Added by a teammate`
    case 'sms':
      return t`Text message`
    case 'csv-upload':
      return t`CSV import`
    case 'voicecall':
      return t`Phone call`
    default:
      return source
  }
}
