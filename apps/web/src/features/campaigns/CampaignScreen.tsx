import type { Campaign } from '@frontdesk/contract/api'
import { CAMPAIGN_NAME_MAX, can, isCampaignEditable } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AttachButton } from '../../entities/attachment/AttachButton.tsx'
import { campaignById } from '../../entities/campaign/queries.ts'
import { useNamedTexts, versionLetter } from '../../entities/campaign/text-names.ts'
import { BulkTextField } from '../../entities/group/BulkTextField.tsx'
import { useLocationOptions } from '../../entities/location/location-options.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { useMissingPermissionText } from '../../entities/teammate/ForbiddenState.tsx'
import { errorCode } from '../../lib/error-code.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { Form } from '../../ui/form/Form.tsx'
import { UnsavedChanges } from '../../ui/form/UnsavedChanges.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { AudienceFields, type FilterFields } from './AudienceFields.tsx'
import { CampaignConflicts } from './CampaignConflicts.tsx'
import { CampaignFiles, useCampaignFiles } from './CampaignFiles.tsx'
import { CampaignHints } from './CampaignHints.tsx'
import { CampaignNotFound, isCampaignMissing } from './CampaignNotFound.tsx'
import { CampaignPreview, useCampaignPreview } from './CampaignPreview.tsx'
import { CampaignStatusBox } from './CampaignStatusBox.tsx'
import classes from './Campaigns.module.css'
import { campaignContent, hasMessage } from './campaign-values.ts'
import { ControlGroup, FollowUps, Variants } from './MoreTexts.tsx'
import { NotEditableNote } from './NotEditableNote.tsx'
import { SendCampaignModal } from './SendCampaignModal.tsx'
import { SendTestModal } from './SendTestModal.tsx'
import { useCampaignForm } from './use-campaign-form.ts'

export type CampaignDialog = 'send' | 'test'

interface Props {
  /** null for a new one. */
  id: string | null
  /** Filters of contacts; the route composes them. */
  filters: FilterFields
  /** Zone of the days in the filter. */
  zone: string
  /** The dialog that is open. */
  dialog: CampaignDialog | null
  /** A tag to add to those it goes to. */
  addedTag: string | undefined
  /** Uploads a list of people, who get the tag. */
  onUpload: (id: string, tag: string) => void
  onSaved: (id: string) => void
  /** Opens a dialog of a saved campaign, or closes it. */
  onDialog: (id: string, dialog: CampaignDialog | null) => void
  onStarted: (id: string) => void
}

/** Longest tag of an import. */
const TAG_MAX = 40

/** Prepares a campaign: its name, who gets it, and the text, with a preview beside them. */
export function CampaignScreen(props: Props) {
  const { t } = useLingui()
  const { id, dialog, onStarted, onDialog } = props
  // The first location of a new campaign and the days of a filter depend on them.
  const locations = useQuery(locationsQuery)
  const campaign = useQuery({ ...campaignById(id ?? ''), enabled: id !== null })
  if (isCampaignMissing(campaign)) return <CampaignNotFound />
  return (
    <PageLayout isWide title={id === null ? t`New campaign` : t`Edit campaign`}>
      <QueryState query={locations} rows={6}>
        {() =>
          id === null ? (
            <CampaignEditor {...props} campaign={null} />
          ) : (
            <QueryState query={campaign} rows={6}>
              {(data) => <CampaignEditor {...props} campaign={data} />}
            </QueryState>
          )
        }
      </QueryState>
      {dialog === 'send' && id !== null && (
        <SendCampaignModal id={id} onStarted={onStarted} onClose={() => onDialog(id, null)} />
      )}
      {dialog === 'test' && id !== null && <SendTestModal id={id} onClose={() => onDialog(id, null)} />}
    </PageLayout>
  )
}

type EditorProps = Omit<Props, 'id' | 'dialog' | 'onStarted'> & { campaign: Campaign | null }

function CampaignEditor({ campaign, filters, zone, addedTag, onSaved, onDialog, onUpload }: EditorProps) {
  const { t } = useLingui()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const locations = useLocationOptions(t`Your number for each contact`)
  const { form, conflicts, choose, isComplete, save } = useCampaignForm({ campaign, locations, zone, addedTag })
  const { values, set } = form
  const content = campaignContent(values)
  const texts = useNamedTexts()(values)
  const [chosenText, setChosenText] = useState(0)
  const letter = versionLetter(0)
  const shown = Math.min(chosenText, texts.length - 1)
  const shownContent = { ...content, text: texts[shown]?.text ?? '' }
  const preview = useCampaignPreview(shownContent)
  const files = useCampaignFiles({ files: values.attachments, onFiles: (changed) => set('attachments', changed) })
  const isOpen = !campaign || (campaign.canEdit && isCampaignEditable(campaign.status))
  const isEditable = isOpen && !isViewingAs
  // The field takes no further characters.
  const isNameFull = values.name.length >= CAMPAIGN_NAME_MAX
  const failure = errorCode(form.error)
  const isShownAsConflict = conflicts.isOpen && (failure === 'ChangedMeanwhile' || failure === 'CampaignStatusWrong')
  const saveDraft = async () => {
    const id = await save()
    if (id !== null) onSaved(id)
    return id !== null
  }
  const open = async (dialog: CampaignDialog) => {
    if (dialog === 'send' && !isComplete()) return
    const id = await save()
    if (id !== null) onDialog(id, dialog)
  }
  const upload = async () => {
    const id = await save()
    if (id !== null) onUpload(id, values.name.trim().slice(0, TAG_MAX).trim())
  }
  return (
    <>
      <UnsavedChanges hasChanges={form.isChanged && isEditable} />
      {campaign && !isOpen && <NotEditableNote campaign={campaign} />}
      {campaign && isOpen && campaign.status === 'needs-attention' && (
        <div className={classes.note} role="status">
          <CampaignStatusBox campaign={campaign} />
        </div>
      )}
      <Form
        form={{ ...form, error: isShownAsConflict ? null : form.error, submit: saveDraft }}
        notice={
          conflicts.isOpen && (
            <CampaignConflicts
              conflicts={conflicts}
              values={values}
              locations={locations}
              error={form.control('version').error}
              isClosed={!isOpen}
              onChoose={choose}
            />
          )
        }
      >
        <div className={classes.editor}>
          <fieldset className={classes.fields} disabled={!isEditable}>
            <TextInput
              label={t`Name`}
              description={
                isNameFull
                  ? t`Only your team sees it. It can have up to ${CAMPAIGN_NAME_MAX} characters.`
                  : t`Only your team sees it.`
              }
              maxLength={CAMPAIGN_NAME_MAX}
              data-autofocus
              {...form.text('name')}
            />
            {locations.length > 1 && (
              <Select
                label={t`Send from`}
                description={t`A location sends from its number, to its contacts and to the groups you choose.`}
                data={locations}
                allowDeselect={false}
                value={values.location}
                onChange={(value) => value && set('location', value)}
              />
            )}
            <AudienceFields form={form} filters={filters} onUpload={() => void upload()} />
            <PageSection title={t`Message`}>
              <CampaignFiles {...files} />
              {values.variants.length > 0 && <strong>{texts[0]?.name}</strong>}
              <BulkTextField
                label={values.variants.length > 0 ? t`Text of version ${letter}` : undefined}
                text={values.text}
                onText={(text) => set('text', text)}
                segments={shown === 0 ? preview.data?.segments : undefined}
                minRows={4}
                tools={<AttachButton attachments={files.attachments} />}
                isMms={values.attachments.length > 0}
                error={!hasMessage(values) && form.control('text').error}
              />
              <CampaignHints text={values.text} locationID={content.locationID} onText={(text) => set('text', text)} />
              <Variants
                locationID={content.locationID}
                variants={values.variants}
                onVariants={(variants) => set('variants', variants)}
              />
            </PageSection>
            <FollowUps
              locationID={content.locationID}
              followUps={values.followUps}
              onFollowUps={(followUps) => set('followUps', followUps)}
            />
            <ControlGroup percent={values.controlPercent} onPercent={(percent) => set('controlPercent', percent)} />
          </fieldset>
          <CampaignPreview
            content={shownContent}
            attachments={texts[shown]?.isFirst ? values.attachments : []}
            preview={preview}
            names={texts.map(({ name }) => name)}
            shown={shown}
            onShown={setChosenText}
          />
        </div>
        {isEditable && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" component={Link} to="/marketing">
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="default" disabled={form.isSaving || files.isUploading} onClick={() => void open('test')}>
              <Trans>Send a test…</Trans>
            </Button>
            <Button type="submit" variant="default" loading={form.isSaving} disabled={files.isUploading}>
              <Trans>Save draft</Trans>
            </Button>
            <SendButton
              campaign={campaign}
              isSaving={form.isSaving || files.isUploading}
              onSend={() => void open('send')}
            />
          </Group>
        )}
      </Form>
    </>
  )
}

interface SendProps {
  campaign: Campaign | null
  isSaving: boolean
  onSend: () => void
}

function SendButton({ campaign, isSaving, onSend }: SendProps) {
  const me = useMe()
  const permission = 'campaigns_send_bulk_messages'
  const reason = useMissingPermissionText(permission)
  if (campaign ? !campaign.canSend : !can(me, permission)) return <span className={classes.detail}>{reason}</span>
  return (
    <Button leftSection={<IconSend size={16} />} disabled={isSaving} onClick={onSend}>
      <Trans>Send…</Trans>
    </Button>
  )
}
