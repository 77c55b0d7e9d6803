import { DRAFT_MAX, MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconInfoCircle } from '@tabler/icons-react'
import classes from './SendNotice.module.css'

export const tooLongNoticeId = (sid: string) => `too-long-${sid}`

/** Says why a text that is too long cannot be sent; the counter shows by how much. */
export function TooLongNotice({ sid, text }: { sid: string; text: string }) {
  const { i18n } = useLingui()
  const most = i18n.number(MESSAGE_TEXT_MAX)
  if (text.length <= MESSAGE_TEXT_MAX) return null
  return (
    <div id={tooLongNoticeId(sid)} className={classes.root} role="note">
      <IconInfoCircle size={15} aria-hidden="true" />
      <span>
        <Trans>Too long to send. A message can have up to {most} characters.</Trans>{' '}
        {text.length > DRAFT_MAX && (
          <Trans>Until you shorten it, it’s saved in this window only and lost when you close it.</Trans>
        )}
      </span>
    </div>
  )
}
