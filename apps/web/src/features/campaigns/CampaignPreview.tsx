import type { GroupSendPreview, StoredFile } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CampaignContent, campaignPreview } from '../../entities/campaign/preview-queries.ts'
import shared from '../../entities/group/Group.module.css'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Campaigns.module.css'
import { hasAudience } from './campaign-values.ts'
import { PreviewContactField, type PreviewedContact } from './PreviewContactField.tsx'
import { PhoneOfContact, PhoneOfSamples, PREVIEW_AFTER_MS } from './PreviewPhone.tsx'

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
  const [contact, setContact] = useState<PreviewedContact | null>(null)
  const chosen = hasAudience(content) ? contact : null
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
      {hasAudience(content) && <PreviewContactField contact={chosen} onContact={setContact} />}
      {chosen ? (
        <PhoneOfContact key={chosen.id} contact={chosen} content={content} attachments={attachments} />
      ) : (
        <PhoneOfSamples samples={preview.data?.samples ?? NO_SAMPLES} content={content} attachments={attachments} />
      )}
    </aside>
  )
}

const NO_SAMPLES: GroupSendPreview['samples'] = []
