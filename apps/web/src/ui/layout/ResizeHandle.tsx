import type { KeyboardEvent, PointerEvent } from 'react'
import classes from './ResizeHandle.module.css'

const STEP = 16

interface Props {
  label: string
  /** The edge of its pane it sits on. */
  side: 'left' | 'right'
  width: number
  min: number
  max: number
  onResize: (width: number) => void
}

/** Makes its pane wider or narrower, by pointer or arrow keys. */
export function ResizeHandle({ label, side, width, min, max, onResize }: Props) {
  const direction = side === 'right' ? 1 : -1
  const resize = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))))

  const startDrag = (event: PointerEvent<HTMLHRElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const startX = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => resize(width + (moved.clientX - startX) * direction)
    const stop = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', stop)
      handle.removeEventListener('pointercancel', stop)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', stop)
    handle.addEventListener('pointercancel', stop)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (!steps) return
    event.preventDefault()
    resize(width + steps * direction)
  }

  return (
    <hr
      className={classes.root}
      style={{ margin: 0, border: 0 }}
      data-side={side}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
    />
  )
}
