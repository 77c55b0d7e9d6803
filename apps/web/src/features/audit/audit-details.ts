import type { AuditEntry } from '@frontdesk/contract/api'
import {
  type AuditState,
  auditCurrency,
  isAuditContext,
  isAuditState,
  isPermission,
  summarizeSetting,
} from '@frontdesk/contract/rules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { MICRO } from '../../entities/sending/text-cost.ts'
import { PERMISSION_TEXTS } from '../../entities/teammate/permission-texts.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { languageName } from '../../lib/language-name.ts'
import { moneyText } from '../../lib/money-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { moment } from '../../lib/time.ts'
import { actionText } from './audit-texts.ts'

type Value = AuditEntry['data'][string]

/** Labels of an entry's data, by key. */
const LABELS: Record<string, MessageDescriptor> = {
  actions: msg`Actions`,
  added: msg`Added`,
  amount: msg`Amount`,
  afterHoursAnswer: msg`After-hours response`,
  author: msg`Written by`,
  autoAssignCapacity: msg`Open conversations per teammate`,
  autoAssignUserIDs: msg`Teammates in the rotation`,
  autoClose: msg`Auto-close`,
  autoCloseMessage: msg`Message before closing`,
  code: msg`Code`,
  automatedTextsPerDay: msg`Automatic texts a day`,
  colorHex: msg`Color`,
  contacts: msg`Contacts`,
  conversations: msg`Conversations`,
  deleted: msg`Deleted`,
  deliveryStatus: msg`Delivery`,
  directMessageAutoSubscribeMessage: msg`Question for first-time texters`,
  email: msg`Email`,
  exceptions: msg`Exceptions`,
  followsStateRules: msg`Stricter state rules for all automatic texts`,
  stateFieldID: msg`Contact field for the state`,
  formattedAddress: msg`Address`,
  from: msg`From`,
  googleReviewUrl: msg`Google review link`,
  isAIAutoReplies: msg`Automatic AI replies`,
  isAutoAssign: msg`Round-robin assignment`,
  isAutoAssignInHours: msg`Assign only during business hours`,
  isAutoAssignOnlyPresent: msg`Assign only to teammates who are online`,
  isGranted: msg`Allowed`,
  isRequired: msg`Required`,
  requiresMarketingConsent: msg`Marketing only to contacts who agreed`,
  decision: msg`Decision`,
  labels: msg`Labels`,
  locationPhoneNumber: msg`Main phone number`,
  locations: msg`Locations`,
  messages: msg`Messages`,
  name: msg`Name`,
  nameBefore: msg`Previous name`,
  permission: msg`Permission`,
  phoneNumbers: msg`Phone numbers`,
  pricePerMediaMessage: msg`Price per message with attachments`,
  pricePerSegment: msg`Price per message`,
  quietHours: msg`Quiet hours`,
  questionText: msg`Double opt-in question`,
  reassignAfterMinutes: msg`Reassign if no one replies`,
  refundApprovalAbove: msg`Refunds need approval above`,
  renamed: msg`Renamed`,
  reason: msg`Reason`,
  reopenKeepsAssignee: msg`Reopened conversations keep their assignee`,
  reordered: msg`Reordered at`,
  replyOnNewMessage: msg`First reply`,
  replyOnNewPopUpSubscriberMessage: msg`Welcome in a pop-up`,
  role: msg`Role`,
  roleBefore: msg`Previous role`,
  saved: msg`Saved`,
  sessions: msg`Sessions`,
  shortLinkDomain: msg`Link domain`,
  shortensLinks: msg`Shorten long links`,
  status: msg`Status`,
  statuses: msg`Statuses`,
  timeZone: msg`Time zone`,
  to: msg`To`,
  translateTo: msg`Your team’s language`,
  until: msg`Until`,
  website: msg`Website`,
  writtenAt: msg`Written at`,
}

/** Texts of values that are enum keys. */
const VALUES: Record<string, MessageDescriptor> = {
  ...ROLE_TEXTS,
  active: msg`Active`,
  canceled: msg`Canceled`,
  past_due: msg`Past due`,
  trialing: msg`Trial`,
  never: msg`Never`,
  '1-day': msg`After 1 day`,
  '3-days': msg`After 3 days`,
  '7-days': msg`After 7 days`,
  '14-days': msg`After 14 days`,
  '1-month': msg`After 1 month`,
  all: msg`All`,
  queued: msg`Queued`,
  sending: msg`Sending`,
  unknown: msg`Unknown`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  read: msg`Read`,
  undelivered: msg`Undelivered`,
  failed: msg`Failed`,
}

const STATES: Record<AuditState, MessageDescriptor> = {
  added: msg`Added`,
  updated: msg`Changed`,
  archived: msg`Archived`,
  restored: msg`Restored`,
  reordered: msg`Order changed`,
  hours: msg`Hours changed`,
}
const KEYED = new Set(['role', 'roleBefore', 'status', 'autoClose', 'locations', 'deliveryStatus'])

const INSTANT = /^\d{4}-\d\d-\d\dT/

/** Text for a key without a label: shortLinkDomain becomes Short link domain. */
const humanized = (key: string): string => {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(key: string, value: Value): string {
  if (typeof value === 'boolean') return value ? i18n._(msg`On`) : i18n._(msg`Off`)
  if (value === null || value === '') return i18n._(msg`None`)
  if (typeof value === 'number') {
    if (key.startsWith('pricePer')) return i18n.number(value / MICRO, { maximumFractionDigits: 6 })
    if (key === 'reassignAfterMinutes') return i18n._(msg`After ${value} minutes`)
    return i18n.number(value)
  }
  const label = KEYED.has(key) ? VALUES[value] : undefined
  if (label) return i18n._(label)
  if (key === 'permission' && isPermission(value)) return i18n._(PERMISSION_TEXTS[value])
  if (key === 'translateTo') return languageName(value)
  if (key === 'actions') return value.split(' ').map(actionText).join(', ')
  if (INSTANT.test(value)) return moment(value)
  if (value.startsWith('+')) return phoneText(value)
  return structureText(value)
}

function structureText(text: string): string {
  const summary = summarizeSetting(text)
  switch (summary?.kind) {
    case 'switch':
      return summary.isEnabled ? i18n._(msg`On`) : i18n._(msg`Off`)
    case 'hours':
      return `${summary.opens} – ${summary.closes}`
    case 'list':
      return i18n.number(summary.length)
    case 'changed':
      return i18n._(msg`Changed`)
    default:
      return text
  }
}

/** Details of an entry besides its action and subject. */
export function detailTexts({ action, data }: Pick<AuditEntry, 'action' | 'data'>): string[] {
  return Object.entries(data).flatMap(([key, value]) => {
    if (key === 'again') return [i18n._(msg`Sent again`)]
    if (isAuditContext(key, data)) return []
    if (key === 'state' && isAuditState(value)) return [i18n._(STATES[value])]
    if (key === 'isOutgoing') return [value ? i18n._(msg`From your team`) : i18n._(msg`From the contact`)]
    if (key === 'to' && action === 'member.removed')
      return [`${i18n._(msg`Open conversations to`)}: ${value === null ? i18n._(msg`No one`) : valueText(key, value)}`]
    const label = LABELS[key]
    const currency = auditCurrency(key, data)
    const text = currency !== null && typeof value === 'number' ? moneyText(value, currency) : valueText(key, value)
    return [`${label ? i18n._(label) : humanized(key)}: ${text}`]
  })
}

/** Subject of an action; phone numbers and roles are formatted. */
export function subjectText({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string {
  if (subject.startsWith('+')) return phoneText(subject)
  const role = action === 'role.changed' || action === 'view-as.started' ? VALUES[subject] : undefined
  return role ? i18n._(role) : subject
}
