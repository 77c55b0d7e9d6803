import type { EventOf, NotificationPreferences, NotificationSetting } from '@frontdesk/contract/api'
import { notificationRules, QUIET_AFTER_MS } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openConversation } from '../../entities/conversation/open-conversation.ts'
import { previewOf } from '../../entities/message/message-preview.ts'
import { notificationPreferences, notificationSettings } from '../../features/notifications/queries.ts'
import { alertFromPage } from '../../features/notifications/this-device.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { serverInstant, serverNow } from '../../lib/server-time.ts'
import { session } from '../../lib/session/session.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { isLeader, startLeaderElection } from './leader-election.ts'
import { playSound } from './sound.ts'

type Created = EventOf<'message.created'>

/** Whether an event is a contact's recent message in a conversation that is not being watched in this tab. */
export function shouldAlert({ message, conversation, at }: Created, now: number, isWatched: (sid: string) => boolean) {
  return (
    !message.attributes.isOutgoingMessage &&
    message.attributes.type !== 'update' &&
    !conversation.contact.isBlocked &&
    now - Date.parse(at) <= QUIET_AFTER_MS &&
    !isWatched(conversation.sid)
  )
}

interface AlertSettings {
  settings: readonly NotificationSetting[] | undefined
  preferences: NotificationPreferences | undefined
}

/** Whether the person's settings allow an alert now, on a computer or a phone. False until they are loaded. */
export function wantsAlert(
  { conversation }: Pick<Created, 'conversation'>,
  userId: string,
  { settings, preferences }: AlertSettings,
  now: string,
  isPhone: boolean,
): boolean {
  if (!settings || !preferences) return false
  const kind = notificationRules.kindOfMessage(userId, conversation.attributes.toUserID)
  return (
    notificationRules.isOn(settings, isPhone ? 'mobile-app' : 'desktop', kind) &&
    notificationRules.quietUntil(preferences, now) === null
  )
}

/** Sound and desktop notification from the leader tab, toast in the visible one. Returns a stable callback. */
export function useMessageAlerts() {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  useEffect(startLeaderElection, [])
  const settings = useQuery(notificationSettings).data
  const preferences = useQuery(notificationPreferences).data

  return useStableCallback((created: readonly Created[]) => {
    const latest = new Map<string, Created>()
    const userId = session.current?.userId ?? ''
    const now = serverInstant()
    for (const event of created) {
      if (!wantsAlert(event, userId, { settings, preferences }, now, isPhone)) continue
      if (shouldAlert(event, serverNow(), openConversation.isWatched)) latest.set(event.conversation.sid, event)
    }
    if (latest.size === 0) return
    if (isLeader() && preferences?.isSoundOn) void playSound()

    for (const { conversation, message } of latest.values()) {
      const title = conversation.friendlyName || phoneText(conversation.phoneNumber)
      const text = previewOf(message.body, message.attachedMedia.length)
      const onOpen = () => void navigate({ to: '/conversations/$sid', params: { sid: conversation.sid } })
      if (document.visibilityState === 'visible') showToast({ id: conversation.sid, kind: 'news', title, text, onOpen })
      if (isLeader() && !document.hasFocus()) alertFromPage(title, text, conversation.sid, onOpen)
    }
  })
}
