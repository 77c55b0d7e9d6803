import type { GroupSendPreview, StoredFile } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type CampaignContent, campaignPreview } from '../../entities/campaign/preview-queries.ts'
import shared from '../../entities/group/Group.module.css'
import { usePreviewSamples } from '../../entities/group/PreviewSamples.tsx'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'
import { TemplateText } from '../../entities/template/TemplateText.tsx'
import { useBusinessValues } from '../../entities/template/use-business-values.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Campaigns.module.css'
import { hasAudience } from './campaign-values.ts'

const PREVIEW_AFTER_MS = 400

/** Previews who would get the content, once the typing pauses. */
export function useCampaignPreview({ locationID, audience, text }: CampaignContent) {
  const [debounced] = useDebouncedValue(text, PREVIEW_AFTER_MS)
  return useQuery(campaignPreview({ locationID, audience, text: debounced }))
}

interface Props {
  /** With the text that is shown. */
  content: CampaignContent
  attachments: readonly StoredFile[]
  preview: ReturnType<typeof useCampaignPreview>
  /** Names of all texts of the campaign. */
  names: readonly string[]
  /** Position of the text that is shown. */
  shown: number
  onShown: (index: number) => void
}

/** Recipients of a campaign, exclusions with their reasons, and the text on the phones of the first recipients. */
export function CampaignPreview({ content, attachments, preview, names, shown, onShown }: Props) {
  const { t } = useLingui()
  return (
    <aside className={classes.preview} aria-label={t`Preview`}>
      {hasAudience(content) ? (
        <QueryState query={preview} rows={2}>
          {(data) => <SendPreviewText preview={data} />}
        </QueryState>
      ) : (
        <p className={shared.soft}>
          <Trans>Choose who gets it to see how many people that is.</Trans>
        </p>
      )}
      {names.length > 1 && (
        <NativeSelect
          size="xs"
          label={t`Text shown`}
          value={String(shown)}
          onChange={({ currentTarget }) => onShown(Number(currentTarget.value))}
          data={names.map((label, index) => ({ value: String(index), label }))}
        />
      )}
      <Phone samples={preview.data?.samples ?? NO_SAMPLES} content={content} attachments={attachments} />
    </aside>
  )
}

const NO_SAMPLES: GroupSendPreview['samples'] = []

interface PhoneProps {
  samples: GroupSendPreview['samples']
  content: CampaignContent
  attachments: readonly StoredFile[]
}

/** A text as it arrives. Without a recipient, variables that differ between contacts are chips. */
function Phone({ samples, content: { text, locationID }, attachments }: PhoneProps) {
  const { t } = useLingui()
  const { sample, recipient } = usePreviewSamples(samples)
  const values = useBusinessValues(locationID)
  const shown = sample?.text ?? text
  return (
    <figure className={classes.phone} aria-label={t`On their phone`}>
      <figcaption className={classes.phoneHead}>{recipient ?? <Trans>On their phone</Trans>}</figcaption>
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
          {sample ? sample.text : <TemplateText message={text} values={values} />}
        </p>
      )}
    </figure>
  )
}
