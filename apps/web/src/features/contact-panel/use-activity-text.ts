import type { ContactActivity, ContactFieldChange } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { consentEventText } from '../../entities/consent/consent-texts.ts'
import { birthdayText, contactName, sourceText } from '../../entities/contact/contact-texts.ts'
import { fieldText } from '../../entities/contact-field/field-text.ts'
import { useAllContactFields } from '../../entities/contact-field/queries.ts'
import { recipientReasonText } from '../../entities/group/outcome-texts.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useUpdateText } from '../../entities/message/update-text.ts'
import { ACTIVITY_TEXTS, KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { HOLIDAY_TEXTS, holidayReason } from '../../entities/sending/holiday-texts.ts'
import { languageName } from '../../lib/language-name.ts'
import { moneyText } from '../../lib/money-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { moment } from '../../lib/time.ts'

type Of<Kind extends ContactActivity['kind']> = Extract<ContactActivity, { kind: Kind }>
type ListChange = Extract<ContactFieldChange, { added: string[] }>

/** Describes an activity of a contact: one sentence, or one for each changed field. */
export function useActivityText(): (activity: ContactActivity) => string[] {
  const { t, i18n } = useLingui()
  const changeTexts = useChangeTexts()
  const updateText = useUpdateText()
  const withheldTexts = useWithheldTexts()
  return (activity) => {
    const who = activity.actor ?? t`Frontdesk`
    switch (activity.kind) {
      case 'added': {
        const { actor, source, importFileName: file } = activity
        if (source === 'csv-upload' && actor !== null)
          return [file === null ? t`${actor} imported the contact` : t`${actor} imported the contact from ${file}`]
        if (source === 'sms') return [t`Contact added when they first texted`]
        if (actor !== null) return [t`${actor} added the contact`]
        const origin = sourceText(source)
        return [t`Contact added (${origin})`]
      }
      case 'changed':
        return activity.changes.flatMap((change) => changeTexts(change, activity.actor))
      case 'blocked': {
        const number = phoneText(activity.phoneNumber)
        return [t`${who} blocked ${number}`]
      }
      case 'unblocked': {
        const number = phoneText(activity.phoneNumber)
        return [t`${who} unblocked ${number}`]
      }
      case 'merged': {
        const name = otherName(activity) ?? t`another contact`
        return [t`${who} merged this contact with ${name}`]
      }
      case 'unmerged': {
        const name = otherName(activity) ?? t`another contact`
        return [t`${who} unmerged this contact from ${name}`]
      }
      case 'note-added':
        return [t`${who} added a note`]
      case 'note-deleted':
        return [t`${who} deleted a note`]
      case 'conversation-updated':
        return [updateText(activity.update, activity.actor ?? '')]
      case 'message-sent': {
        const { name } = activity
        switch (activity.messageKind) {
          case 'review-invite':
            return [t`${who} sent a review invite`]
          case 'campaign':
            return [name === null ? t`${who} sent a campaign` : t`${who} sent the campaign ${name}`]
          case 'group':
            return [name === null ? t`${who} sent a message to a group` : t`${who} sent a message to the group ${name}`]
          case 'bulk':
            return [t`${who} sent a message to several contacts`]
        }
        break
      }
      case 'message-withheld':
        return withheldTexts(activity)
      case 'payment': {
        const { documentKind, invoiceNumber, activity: what, amount, currency, actor } = activity
        const document = `${i18n._(KIND_TEXTS[documentKind])} ${invoiceNumber}`.trim()
        const change = i18n._(ACTIVITY_TEXTS[what])
        const money = amount === null ? '' : ` ${moneyText(amount, currency)}`
        return [`${document}: ${change}${money}${actor === null ? '' : `, ${actor}`}`]
      }
      case 'consent':
        return [consentEventText({ ...activity, kind: activity.consent })]
    }
    return []
  }
}

/** Describes a message that was not sent or waits, with the reason. */
function useWithheldTexts(): (activity: Of<'message-withheld'>) => string[] {
  const { t, i18n } = useLingui()
  return ({ messageKind, name, outcome, reason, heldUntilUtc, holiday }) => {
    const because = i18n._(
      holiday ? holidayReason(i18n._(HOLIDAY_TEXTS[holiday])) : recipientReasonText(outcome, reason),
    )
    const what = {
      campaign: name === null ? t`a campaign` : t`the campaign ${name}`,
      group: name === null ? t`a message to a group` : t`the message to the group ${name}`,
      bulk: t`a message to several contacts`,
      'review-invite': t`a review invite`,
    }[messageKind]
    if (outcome === 'skipped') return [t`Not sent: ${what}`, because]
    const until = heldUntilUtc === null ? '' : moment(heldUntilUtc)
    return [until === '' ? t`Waits: ${what}` : t`Waits until ${until}: ${what}`, because]
  }
}

const otherName = ({ other }: Of<'merged' | 'unmerged'>): string | null =>
  other && contactName({ name: other.name, phone: other.phoneNumber })

/** The sentences about the change of one field. Without a name it was made by a rule of the business. */
function useChangeTexts(): (change: ContactFieldChange, name: string | null) => string[] {
  const { t } = useLingui()
  const locations = useLocations()
  const fields = useAllContactFields()
  const listTexts = useListTexts()
  return (change, name) => {
    const who = name ?? t`Frontdesk`
    switch (change.field) {
      case 'name': {
        const { before, after } = change
        if (after === null) return [t`${who} removed the name “${before}”`]
        return [
          before === null
            ? t`${who} set the name to “${after}”`
            : t`${who} changed the name from “${before}” to “${after}”`,
        ]
      }
      case 'birthDate': {
        const [before, after] = [
          change.before && birthdayText(change.before),
          change.after && birthdayText(change.after),
        ]
        if (!after) return [t`${who} removed the birthday`]
        return [
          before ? t`${who} changed the birthday from ${before} to ${after}` : t`${who} set the birthday to ${after}`,
        ]
      }
      case 'taxExemption': {
        const { after } = change
        return [after === null ? t`${who} removed the tax exemption` : t`${who} set the tax exemption to “${after}”`]
      }
      case 'language': {
        const language = change.after && languageName(change.after)
        if (!language) return [t`${who} removed the language`]
        return [
          name === null ? t`Language set to ${language} automatically` : t`${who} set the language to ${language}`,
        ]
      }
      case 'status': {
        const { before, after } = change
        if (after === null)
          return [before === null ? t`${who} changed the status` : t`${who} removed the status ${before}`]
        if (name === null) return [t`Status set to ${after} automatically`]
        return [
          before === null
            ? t`${who} set the status to ${after}`
            : t`${who} changed the status from ${before} to ${after}`,
        ]
      }
      case 'location': {
        const nameOf = (id: string) => locations.find((location) => location.id === id)?.name ?? t`another location`
        const [before, after] = [nameOf(change.before), nameOf(change.after)]
        return [t`${who} moved the contact from ${before} to ${after}`]
      }
      case 'custom': {
        const field = fields.find(({ id }) => id === change.fieldID)
        const label = field?.name ?? t`a deleted field`
        const textOf = (value: string) => (field ? fieldText(field, value) : value)
        if (change.after === null) return [t`${who} cleared ${label}`]
        const after = textOf(change.after)
        if (change.before === null) return [t`${who} set ${label} to “${after}”`]
        const before = textOf(change.before)
        return [t`${who} changed ${label} from “${before}” to “${after}”`]
      }
      case 'emails':
      case 'phones':
      case 'tags':
      case 'labels':
        return listTexts(change, who)
    }
  }
}

/** The sentences about additions to a list of a contact and removals from it. */
function useListTexts(): (change: ListChange, who: string) => string[] {
  const { t } = useLingui()
  return ({ field, added, removed, main }, who) => {
    const inWords = (words: readonly string[]) =>
      words.map((word) => (field === 'phones' ? phoneText(word) : word)).join(', ')
    const texts = {
      emails: {
        added: (list: string) =>
          added.length > 1 ? t`${who} added the emails ${list}` : t`${who} added the email ${list}`,
        removed: (list: string) =>
          removed.length > 1 ? t`${who} removed the emails ${list}` : t`${who} removed the email ${list}`,
        main: (email: string) => t`${who} made ${email} the main email`,
        order: () => t`${who} changed the order of the emails`,
      },
      phones: {
        added: (list: string) =>
          added.length > 1 ? t`${who} added the numbers ${list}` : t`${who} added the number ${list}`,
        removed: (list: string) =>
          removed.length > 1 ? t`${who} removed the numbers ${list}` : t`${who} removed the number ${list}`,
        main: (number: string) => t`${who} made ${number} the main number`,
        order: () => t`${who} changed the order of the numbers`,
      },
      tags: {
        added: (list: string) =>
          added.length > 1 ? t`${who} added the tags ${list}` : t`${who} added the tag ${list}`,
        removed: (list: string) =>
          removed.length > 1 ? t`${who} removed the tags ${list}` : t`${who} removed the tag ${list}`,
        main: () => '',
        order: () => t`${who} changed the order of the tags`,
      },
      labels: {
        added: (list: string) =>
          added.length > 1 ? t`${who} added the labels ${list}` : t`${who} added the label ${list}`,
        removed: (list: string) =>
          removed.length > 1 ? t`${who} removed the labels ${list}` : t`${who} removed the label ${list}`,
        main: () => '',
        order: () => t`${who} changed the order of the labels`,
      },
    }[field]
    const sentences = [
      ...(added.length > 0 ? [texts.added(inWords(added))] : []),
      ...(removed.length > 0 ? [texts.removed(inWords(removed))] : []),
      ...(main === null ? [] : [texts.main(inWords([main]))]),
    ]
    return sentences.length > 0 ? sentences : [texts.order()]
  }
}
