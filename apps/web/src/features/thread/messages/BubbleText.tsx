import { isBlank } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import classes from './Bubble.module.css'
import { LinkedText } from './LinkedText.tsx'

/** Longer texts are cut here until expanded. */
const SHOWN_MAX = 2000

export function BubbleText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (isBlank(text)) {
    return (
      <span className={classes.empty}>
        <Trans>Empty message</Trans>
      </span>
    )
  }
  if (text.length <= SHOWN_MAX || isWhole) return <LinkedText text={text} />
  return (
    <>
      <LinkedText text={`${firstOf(text)}…`} />
      <button type="button" className={classes.all} onClick={() => setIsWhole(true)}>
        <Trans>Show more</Trans>
      </button>
    </>
  )
}

/** Cut between letters, never within one. */
const firstOf = (text: string) => text.slice(0, SHOWN_MAX).replace(/[\ud800-\udbff]$/, '')
