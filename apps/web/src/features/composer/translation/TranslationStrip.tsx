import { MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { errorText } from '../../../lib/error-texts.ts'
import { languageName } from '../../../lib/language-name.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import classes from './TranslationStrip.module.css'
import type { Offer, Translating } from './use-composer-translation.ts'

interface Props extends Pick<Translating, 'ready' | 'translateNow'> {
  offer: Offer
  /** As it is written. */
  text: string
}

/** The language that a reply is sent in, with a preview. */
export function TranslationStrip({ offer, ready, translateNow, text }: Props) {
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
          <span className={classes.label}>
            <Trans>{name} preview</Trans>
          </span>
          {ready ? (
            <>
              {ready.translation ? (
                <p className={classes.text} dir="auto" lang={language}>
                  {ready.text}
                </p>
              ) : (
                <Trans>This is already in {name} and will be sent as is.</Trans>
              )}
              {ready.text.length > MESSAGE_TEXT_MAX && (
                <p className={classes.problem}>
                  <Trans>The {name} text is too long to send.</Trans>
                </p>
              )}
            </>
          ) : isPaused ? (
            <Trans>We’ll translate it when you’re back online. Turn this off to send it as is.</Trans>
          ) : error ? (
            <span className={classes.problem}>
              {errorText(error)}{' '}
              <TextButton onClick={translateNow}>
                <Trans>Retry</Trans>
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
