import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** More is loaded within this distance of the end of the loaded messages, at most once a second. */
const NEAR_PX = 1500
const THROTTLE_MS = 1000
/** Within this smaller distance the reader is still at the newest message, and the view follows it. */
const AT_END_PX = 80

interface Options {
  firstKey: string | undefined
  lastKey: string | undefined
  /** The reader's own message always comes into view. */
  lastIsOwn: boolean
  onNearTop: () => void
}

/** Starts at the newest message, stays there as messages arrive, and keeps its position when older ones are added. */
export function useThreadScroll({ firstKey, lastKey, lastIsOwn, onNearTop }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const distanceFromEnd = useRef(0)
  const lastTop = useRef(0)
  const isDue = useRef(false)
  const throttle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const seen = useRef({ firstKey, lastKey })
  const [hasNew, setHasNew] = useState(false)

  const toEnd = () => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setHasNew(false)
  }

  const measure = () => {
    const element = scroller.current
    if (!element) return
    distanceFromEnd.current = element.scrollHeight - element.scrollTop
    isAtEnd.current = distanceFromEnd.current - element.clientHeight < AT_END_PX
    if (isAtEnd.current) setHasNew(false)
    const isMovingUp = element.scrollTop < lastTop.current
    lastTop.current = element.scrollTop
    // A thread opens at the newest message, so load more only after scrolling up, or if everything is in view.
    if (isMovingUp || element.scrollHeight <= element.clientHeight) loadNear()
  }
  const nearTop = useEffectEvent(onNearTop)
  const loadNear = () => {
    const element = scroller.current
    if (!element || element.scrollTop >= NEAR_PX) return
    if (throttle.current !== undefined) {
      isDue.current = true
      return
    }
    throttle.current = setTimeout(() => {
      throttle.current = undefined
      // At the very top no further scroll event would trigger the next load.
      if (isDue.current) onThrottled()
    }, THROTTLE_MS)
    isDue.current = false
    nearTop()
  }
  const onThrottled = useEffectEvent(loadNear)
  const onScroll = useEffectEvent(measure)

  useLayoutEffect(() => {
    const element = scroller.current
    const before = seen.current
    seen.current = { firstKey, lastKey }
    if (!element) return
    if (before.firstKey !== firstKey && before.lastKey === lastKey && !isAtEnd.current) {
      element.scrollTop = element.scrollHeight - distanceFromEnd.current
    } else if (isAtEnd.current || (before.lastKey !== lastKey && lastIsOwn)) {
      element.scrollTop = element.scrollHeight
      isAtEnd.current = true
    } else if (before.lastKey !== lastKey) {
      setHasNew(true)
    }
    distanceFromEnd.current = element.scrollHeight - element.scrollTop
  }, [firstKey, lastKey, lastIsOwn])

  // Pictures, states and the composer change heights without a new message.
  useEffect(() => {
    const element = scroller.current
    if (!element || !content.current) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
      onScroll()
    })
    observer.observe(element)
    observer.observe(content.current)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      clearTimeout(throttle.current)
      throttle.current = undefined
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { scroller, content, hasNew, toEnd }
}
