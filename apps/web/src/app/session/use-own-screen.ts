import { PRESENCE_INACTIVE_MS } from '@frontdesk/contract/rules'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownScreen } from '../../lib/realtime/own-screen.ts'

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const
/** Activity is published this often, so that "last seen" is right to the minute. */
const STILL_HERE_MS = 60_000

/** Publishes the current page and whether it is in use: idle after a minute without input. */
export function useOwnScreen() {
  const page = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => ownScreen.set({ page }), [page])

  useEffect(() => {
    let publishedAt = Date.now()
    let idle: ReturnType<typeof setTimeout>
    const publish = (isActive: boolean) => {
      publishedAt = Date.now()
      ownScreen.set({ isActive })
    }
    const onInput = () => {
      clearTimeout(idle)
      idle = setTimeout(() => publish(false), PRESENCE_INACTIVE_MS)
      if (!ownScreen.get().isActive || Date.now() - publishedAt > STILL_HERE_MS) publish(true)
    }
    onInput()
    for (const input of INPUTS) addEventListener(input, onInput, { passive: true, capture: true })
    return () => {
      clearTimeout(idle)
      for (const input of INPUTS) removeEventListener(input, onInput, { capture: true })
    }
  }, [])
}
