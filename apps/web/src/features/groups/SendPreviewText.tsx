import type { GroupSendPreview } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { RECIPIENT_REASON_TEXTS } from '../../entities/group/outcome-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import classes from './Groups.module.css'

interface Props {
  preview: GroupSendPreview
  /** Whether to show the text as the first recipient gets it. */
  hasSample: boolean
}

/** Who gets a message, and who is left out and why. */
export function SendPreviewText({ preview, hasSample }: Props) {
  const { i18n } = useLingui()
  const { sendable, held, excluded, sample, isCapped } = preview
  return (
    <div className={classes.preview} role="status">
      <p>
        <strong>
          {isCapped ? (
            <Trans>More than {i18n.number(preview.recipients)} people</Trans>
          ) : (
            <Plural value={sendable} _0="No one gets it" one="# person gets it" other="# people get it" />
          )}
        </strong>
        {excluded.map(({ reason, count }) => (
          <span key={reason}>
            {' · '}
            {i18n._(RECIPIENT_REASON_TEXTS[reason])}: {i18n.number(count)}
          </span>
        ))}
        {held > 0 && (
          <>
            {' · '}
            <Plural
              value={held}
              one="# is in their quiet hours and gets it in the morning"
              other="# are in their quiet hours and get it in the morning"
            />
          </>
        )}
      </p>
      {hasSample && sample && sample.text.trim() !== '' && (
        <>
          <p>
            <Trans>{sample.name || phoneText(sample.phone)} gets:</Trans>
          </p>
          <p className={classes.sample} dir="auto">
            {sample.text}
          </p>
        </>
      )}
    </div>
  )
}
