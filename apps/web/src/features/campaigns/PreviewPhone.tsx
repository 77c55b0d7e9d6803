import type { CampaignContactPreview, GroupSendPreview, StoredFile } from '@frontdesk/contract/api'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CampaignContent, campaignContactPreview } from '../../entities/campaign/preview-queries.ts'
import { contactName } from '../../entities/contact/contact-texts.ts'
import shared from '../../entities/group/Group.module.css'
import { recipientReasonText } from '../../entities/group/outcome-texts.ts'
import { usePreviewSamples } from '../../entities/group/PreviewSamples.tsx'
import { TemplateText } from '../../entities/template/TemplateText.tsx'
import { useBusinessValues } from '../../entities/template/use-business-values.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Campaigns.module.css'
import type { PreviewedContact } from './PreviewContactField.tsx'

export const PREVIEW_AFTER_MS = 400

interface PhoneContent {
  content: CampaignContent
  attachments: readonly StoredFile[]
}

/** The text of the first recipients, one at a time. */
export function PhoneOfSamples({ samples, ...content }: PhoneContent & { samples: GroupSendPreview['samples'] }) {
  const { sample, recipient } = usePreviewSamples(samples)
  return <Phone {...content} head={recipient ?? <Trans>On their phone</Trans>} rendered={sample?.text} />
}

/** The text of a chosen contact, or why they don’t get it. */
export function PhoneOfContact({ contact, content, attachments }: PhoneContent & { contact: PreviewedContact }) {
  const { i18n } = useLingui()
  const [text] = useDebouncedValue(content.text, PREVIEW_AFTER_MS)
  const preview = useQuery(campaignContactPreview({ ...content, text }, contact.id))
  const name = contactName(contact)
  return (
    <QueryState query={preview} rows={2}>
      {(data) =>
        data.text === null ? (
          <div className={classes.phone} role="status">
            <p>
              <strong>
                <Trans>{name} doesn’t get it.</Trans>
              </strong>{' '}
              {data.reason && i18n._(exclusionText(data.reason))}
            </p>
          </div>
        ) : (
          <Phone
            content={content}
            attachments={attachments}
            rendered={data.text}
            head={
              data.isHeld ? (
                <Trans>{name} gets, after their quiet hours or a legal holiday:</Trans>
              ) : (
                <Trans>{name} gets:</Trans>
              )
            }
          />
        )
      }
    </QueryState>
  )
}

const EXCLUSIONS = {
  'not-in-audience': msg`They aren’t among the people you chose.`,
  'open-conversation': msg`They have an open conversation, and you leave those people out.`,
}

const exclusionText = (reason: NonNullable<CampaignContactPreview['reason']>): MessageDescriptor =>
  reason === 'not-in-audience' || reason === 'open-conversation'
    ? EXCLUSIONS[reason]
    : recipientReasonText('skipped', reason)

interface PhoneProps extends PhoneContent {
  head: ReactNode
  /** The text of a recipient. Without one, variables that differ between contacts are chips. */
  rendered: string | undefined
}

/** A text as it arrives. */
function Phone({ head, rendered, content: { text, locationID }, attachments }: PhoneProps) {
  const { t } = useLingui()
  const values = useBusinessValues(locationID)
  const shown = rendered ?? text
  return (
    <figure className={classes.phone} aria-label={t`On their phone`}>
      <figcaption className={classes.phoneHead}>{head}</figcaption>
      {attachments.map(({ sid, url, filename, contentType }) =>
        contentType.startsWith('image/') ? (
          <img key={sid} className={classes.phonePicture} src={url} alt={filename} />
        ) : (
          <p key={sid} className={classes.phoneBubble}>
            {filename}
          </p>
        ),
      )}
      {shown.trim() === '' && attachments.length > 0 ? null : shown.trim() === '' ? (
        <p className={shared.soft}>
          <Trans>Your text shows up here.</Trans>
        </p>
      ) : (
        <p className={classes.phoneBubble} dir="auto">
          {rendered ?? <TemplateText message={text} values={values} />}
        </p>
      )}
    </figure>
  )
}
