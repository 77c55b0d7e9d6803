import type { Translation } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { IconLanguage } from '@tabler/icons-react'
import { languageName } from '../../../lib/language-name.ts'
import { BubbleText } from './BubbleText.tsx'
import classes from './TranslationLines.module.css'

interface Props {
  translation: Translation
  isOutgoing: boolean
}

/** The second text of a message, below the one that the contact wrote or receives. */
export function TranslationLines({ translation, isOutgoing }: Props) {
  const theirs = languageName(translation.language)
  const ours = languageName(translation.textLanguage)
  return (
    <div className={classes.root} dir="auto" lang={translation.textLanguage} data-translation>
      <span className={classes.caption}>
        <IconLanguage size={13} aria-hidden="true" />
        {isOutgoing ? (
          <Trans>
            Written in {ours}, sent in {theirs}
          </Trans>
        ) : (
          <Trans>Translated from {theirs}</Trans>
        )}
      </span>
      <BubbleText text={translation.text} />
    </div>
  )
}
