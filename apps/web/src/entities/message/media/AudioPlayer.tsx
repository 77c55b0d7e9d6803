import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import classes from './MediaView.module.css'

const SPEEDS = [1, 1.5, 2] as const

interface Props {
  src: string
  onError: () => void
}

/** Plays a recording at a selectable speed. */
export function AudioPlayer({ src, onError }: Props) {
  const { t } = useLingui()
  const audio = useRef<HTMLAudioElement>(null)
  const [at, setAt] = useState(0)
  const speed = SPEEDS[at] ?? 1
  const faster = () => {
    const next = (at + 1) % SPEEDS.length
    if (audio.current) audio.current.playbackRate = SPEEDS[next] ?? 1
    setAt(next)
  }
  return (
    <span className={classes.sound}>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings of contacts have no captions. */}
      <audio
        ref={audio}
        className={classes.audio}
        controls
        preload="metadata"
        src={src}
        onError={onError}
        // A new source starts at the usual speed.
        onLoadedMetadata={(event) => {
          event.currentTarget.playbackRate = speed
        }}
      />
      <button type="button" className={classes.speed} onClick={faster} aria-label={t`Speed: ${speed} times`}>
        {speed}×
      </button>
    </span>
  )
}
