import type { GroupSendPreview } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import classes from './Group.module.css'
import { RECIPIENT_REASON_TEXTS } from './outcome-texts.ts'
import { usePreviewSamples } from './PreviewSamples.tsx'

interface Props {
  preview: GroupSendPreview
  /** Whether to show the text as its recipients get it. */
  hasSample?: boolean
}

/** Recipients of a message, and exclusions with their reasons. */
export function SendPreviewText({ preview, hasSample = false }: Props) {
  const { i18n } = useLingui()
  const { recipients, sendable, held, excluded, samples, isCapped } = preview
  const { sample, recipient } = usePreviewSamples(samples)
  return (
    <div className={classes.preview} role="status">
      <p>
        <strong>
          {isCapped && sendable === 0 ? (
            <Trans>None of the first {i18n.number(recipients)} people get it</Trans>
          ) : isCapped ? (
            <Trans>At least {i18n.number(sendable)} people get it</Trans>
          ) : (
            <Plural value={sendable} _0="No one gets it" one="# person gets it" other="# people get it" />
          )}
        </strong>
        {excluded.map(({ reason, count }) => (
          <span key={reason}>
            {' · '}
            {i18n._(RECIPIENT_REASON_TEXTS[reason])}: {i18n.number(Math.min(count, recipients))}
            {isCapped && '+'}
          </span>
        ))}
        {held > 0 && (
          <>
            {' · '}
            <Plural
              value={held}
              one="# gets it after their quiet hours or a legal holiday"
              other="# get it after their quiet hours or a legal holiday"
            />
          </>
        )}
      </p>
      {hasSample && sample && sample.text.trim() !== '' && (
        <>
          <div>{recipient}</div>
          <p className={classes.sample} dir="auto">
            {sample.text}
          </p>
        </>
      )}
    </div>
  )
}
