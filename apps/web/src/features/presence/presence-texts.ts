import type { Presence } from '@frontdesk/contract/api'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { clock, dayDistance, fullDate } from '../../lib/time.ts'

/** "Active now", "Away", "Last seen today at 3:40 PM". */
export function presenceText(person: Presence): string {
  if (person.isActive) return i18n._(msg`Active now`)
  if (person.session) return i18n._(msg`Away`)
  if (!person.lastSeen) return i18n._(msg`Hasn’t signed in yet`)
  const at = clock(person.lastSeen)
  const distance = dayDistance(person.lastSeen)
  if (distance === 'today') return i18n._(msg`Last seen today at ${at}`)
  if (distance === 'yesterday') return i18n._(msg`Last seen yesterday at ${at}`)
  const date = fullDate(person.lastSeen)
  return i18n._(msg`Last seen ${date}`)
}

/** The areas of the app by the first part of their path; an area that only a newer server knows has no text. */
const AREA_TEXTS: Record<string, { current: MessageDescriptor; from: MessageDescriptor }> = {
  conversations: { current: msg`In the inbox`, from: msg`came from the inbox` },
  undelivered: { current: msg`In Undelivered`, from: msg`came from Undelivered` },
  notifications: { current: msg`In Notifications`, from: msg`came from Notifications` },
  team: { current: msg`In Team`, from: msg`came from Team` },
  settings: { current: msg`In Settings`, from: msg`came from Settings` },
  menu: { current: msg`In the menu`, from: msg`came from the menu` },
  'dev-admin': { current: msg`In Dev admin`, from: msg`came from Dev admin` },
}

const areaOf = (page: string | null) => AREA_TEXTS[page?.split('/')[1] ?? '']

/** The area of an online teammate, and the previous one: In Settings, came from the inbox. */
export function whereText({ session, pageCurrent, pageFrom }: Presence): string {
  const current = session ? areaOf(pageCurrent) : undefined
  if (!current) return ''
  const from = areaOf(pageFrom)
  return from && from !== current ? `${i18n._(current.current)}, ${i18n._(from.from)}` : i18n._(current.current)
}
