import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const AT_END_PX = 80
const NEAR_TOP_PX = 600

interface Options {
  firstKey: string | undefined
  lastKey: string | undefined
  /** The reader's own message always comes into view. */
  lastIsOwn: boolean
  onNearTop: () => void
}

/** Starts at the newest message, stays there while messages come, and holds still when older ones are put on top. */
export function useThreadScroll({ firstKey, lastKey, lastIsOwn, onNearTop }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const distanceFromEnd = useRef(0)
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
    if (element.scrollTop < NEAR_TOP_PX) nearTop()
  }
  const nearTop = useEffectEvent(onNearTop)
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
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { scroller, content, hasNew, toEnd }
}
