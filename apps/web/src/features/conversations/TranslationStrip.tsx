import { MESSAGE_TEXT_MAX } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { errorText } from '../../lib/error-texts.ts'
import { languageName } from '../../lib/language-name.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './TranslationStrip.module.css'
import type { Offer, Translating } from './use-translating.ts'

interface Props extends Pick<Translating, 'ready' | 'ask'> {
  offer: Offer
  /** As it is written. */
  text: string
}

/** In which language an answer goes out, and how it reads there before it is sent. */
export function TranslationStrip({ offer, ready, ask, text }: Props) {
  const { t } = useLingui()
  const { language, isOn, setOn, isPaused, error } = offer
  const name = languageName(language)
  return (
    <div className={classes.root}>
      <Switch
        size="xs"
        label={t`Send in ${name}`}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {isOn && text.trim() !== '' && (
        <div className={classes.preview} role="status">
          {ready ? (
            <>
              {ready.translation ? (
                <p className={classes.text} dir="auto" lang={language}>
                  {ready.text}
                </p>
              ) : (
                <Trans>This is in {name} already and goes out as it is.</Trans>
              )}
              {ready.text.length > MESSAGE_TEXT_MAX && (
                <p className={classes.problem}>
                  <Trans>In {name} this is too long to be sent.</Trans>
                </p>
              )}
            </>
          ) : isPaused ? (
            <Trans>It is translated when the connection is back. Switch this off to queue it as it is.</Trans>
          ) : error ? (
            <span className={classes.problem}>
              {errorText(error)}{' '}
              <TextButton onClick={ask}>
                <Trans>Try again</Trans>
              </TextButton>
            </span>
          ) : (
            <Trans>Translating…</Trans>
          )}
        </div>
      )}
    </div>
  )
}
