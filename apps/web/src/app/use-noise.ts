import { type EventOf, QUIET_AFTER_MS } from '@frontdesk/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { openConversation } from '../features/conversations/open-conversation.ts'
import { previewOf } from '../features/conversations/preview.ts'
import { phoneText } from '../lib/phone-text.ts'
import { showToast } from '../ui/toasts.ts'
import { notifyDesktop } from './noise/desktop-notifications.ts'
import { campaignForLeader, isLeader } from './noise/leader.ts'
import { playSound, soundIsOn } from './noise/sound.ts'

type Created = EventOf<'message.created'>

/** What deserves attention: a contact's fresh message that nobody in this tab is looking at. */
export function deservesNoise(
  { message, conversation, at }: Created,
  now: number,
  isWatched: (sid: string) => boolean,
) {
  return (
    !message.attributes.isOutgoingMessage &&
    message.attributes.type !== 'update' &&
    !conversation.contact.isBlocked &&
    now - Date.parse(at) <= QUIET_AFTER_MS &&
    !isWatched(conversation.sid)
  )
}

/** Sound and desktop notification from one tab, toast in the one somebody sees. Stays the same function for ever. */
export function useNoise() {
  const navigate = useNavigate()
  useEffect(campaignForLeader, [])

  const makeNoise = (created: readonly Created[]) => {
    const latest = new Map<string, Created>()
    for (const event of created) {
      if (deservesNoise(event, Date.now(), openConversation.isWatched)) latest.set(event.conversation.sid, event)
    }
    if (latest.size === 0) return
    if (isLeader() && soundIsOn.get()) void playSound()

    for (const { conversation, message } of latest.values()) {
      const title = conversation.friendlyName || phoneText(conversation.phoneNumber)
      const text = previewOf(message.body, message.attachedMedia.length)
      const onOpen = () => void navigate({ to: '/conversations/$sid', params: { sid: conversation.sid } })
      if (document.visibilityState === 'visible') showToast({ id: conversation.sid, kind: 'news', title, text, onOpen })
      if (isLeader() && !document.hasFocus()) notifyDesktop(title, text, conversation.sid, onOpen)
    }
  }

  const present = useRef(makeNoise)
  useEffect(() => {
    present.current = makeNoise
  })
  const forwarder = useRef((created: readonly Created[]) => present.current(created))
  return forwarder.current
}
