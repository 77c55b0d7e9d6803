import { UNKNOWN_BIRTH_YEAR } from '@frontdesk/contract/rules'
import { t } from '@lingui/core/macro'
import { phoneText } from '../../lib/phone-text.ts'
import { fullDate, monthDay } from '../../lib/time.ts'

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
      return t`File import`
    case 'voicecall':
      return t`Phone call`
    case 'webchat':
      return t`Webchat`
    case 'popup':
      return t`Pop-up`
    case 'messenger':
      return t`Messenger`
    case 'instagram':
      return t`Instagram`
    case 'google':
      return t`Google`
    case 'app-store':
      return t`App store`
    case 'automations':
      return t`Automations`
    case 'ios-manual':
      return t`Added on an iPhone`
    case 'android-manual':
      return t`Added on an Android phone`
    case 'ios-agenda-upload':
      return t`iPhone address book`
    case 'android-agenda-upload':
      return t`Android address book`
    default:
      return source
  }
}

/** A day, the same in every zone; without its year if that is unknown. */
export function birthdayText(date: string): string {
  const noon = `${date}T12:00:00Z`
  return Temporal.PlainDate.from(date).year === UNKNOWN_BIRTH_YEAR ? monthDay(noon, 'UTC') : fullDate(noon, 'UTC')
}

/** The name on screens: for a contact without one, its number. */
export const contactName = ({ name, phone }: { name: string; phone: string }): string => name || phoneText(phone)
