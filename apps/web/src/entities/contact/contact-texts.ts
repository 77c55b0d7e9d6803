import { t } from '@lingui/core/macro'

/** The carrier's line types in plain words; an unknown type is shown as is. */
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

/** How a contact was created. */
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
