import { AUDIENCE_RULES_MAX, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, MultiSelect, Radio, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usedTagsQuery } from '../../entities/contact/queries.ts'
import { groupsQuery } from '../../entities/group/queries.ts'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import classes from './Campaigns.module.css'
import {
  type AudienceFilter,
  type CampaignValues,
  campaignContent,
  hasAudience,
  isEmptyFilter,
} from './campaign-values.ts'

export type FilterFields = (filter: AudienceFilter, onFilter: (filter: AudienceFilter) => void) => ReactNode

interface Props {
  form: ApiForm<CampaignValues>
  filters: FilterFields
  /** Saves the campaign and uploads a list of people. */
  onUpload: () => void
}

/** Recipients of a campaign: all contacts, or everyone selected by a segment, group, tag or filter. */
export function AudienceFields({ form, filters, onUpload }: Props) {
  const { t } = useLingui()
  const { values, set } = form
  const segments = useQuery(segmentsQuery).data
  const groups = useQuery(groupsQuery).data
  const tags = useQuery(usedTagsQuery).data
  // Any of the fields resolves it.
  const error = !hasAudience(campaignContent(values)) && form.control('isEveryone').error
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t`Who gets it`}
        value={values.isEveryone ? 'all' : 'chosen'}
        error={error}
        errorProps={{ mt: 'xs' }}
        onChange={(value) => set('isEveryone', value === 'all')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="chosen" label={t`People you choose`} aria-invalid={error ? true : undefined} />
          <Radio value="all" label={t`All contacts`} />
        </Stack>
      </Radio.Group>
      {!values.isEveryone && (
        <>
          <RulesSelect
            label={t`Segments`}
            options={segments?.map(({ id, name }) => ({ value: id, label: name }))}
            value={values.segmentIDs}
            onChange={(ids) => set('segmentIDs', ids)}
            missingLabel={() => t`No longer available`}
          />
          <RulesSelect
            label={t`Groups`}
            options={groups?.map(({ sid, name }) => ({ value: sid, label: name }))}
            value={values.groupSids}
            onChange={(sids) => set('groupSids', sids)}
            missingLabel={() => t`No longer available`}
          />
          <RulesSelect
            label={t`Tags`}
            options={tags?.map((tag) => ({ value: tag, label: tag }))}
            value={values.tags}
            onChange={(chosen) => set('tags', chosen)}
            missingLabel={(tag) => tag}
          />
          <UploadList form={form} onUpload={onUpload} />
          <Checkbox label={t`Subscribers`} {...form.checkbox('subscribers')} />
          <Checkbox
            label={t`Also everyone who matches a filter`}
            checked={values.filter !== null}
            onChange={({ currentTarget: { checked } }) => set('filter', checked ? { search: {}, criteria: {} } : null)}
          />
          {values.filter && (
            <section aria-label={t`Filter of who gets it`}>
              {filters(values.filter, (filter) => set('filter', filter))}
              {isEmptyFilter(values.filter) && (
                <p className={classes.detail}>
                  <Trans>Without a condition, this filter adds no one and isn’t saved.</Trans>
                </p>
              )}
            </section>
          )}
        </>
      )}
      <Checkbox
        label={t`Leave out people with an open conversation`}
        description={t`So no one gets it in the middle of a conversation.`}
        {...form.checkbox('excludesOpenConversations')}
      />
    </Stack>
  )
}

/** Leads to the import of a list; its people get a tag that the campaign goes to. */
function UploadList({ form, onUpload }: Pick<Props, 'form' | 'onUpload'>) {
  const me = useMe()
  const gate = useTrialGate()
  if (!can(me, SCREEN_PERMISSIONS['/contacts/import'])) return null
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={14} />}
        disabled={form.isSaving}
        onClick={() => gate('import', onUpload)}
      >
        <Trans>Upload a list…</Trans>
      </Button>
      <span className={classes.detail}>
        <Trans>Saves this draft, imports a CSV or vCard file, and tags everyone in it for this campaign.</Trans>
      </span>
    </Group>
  )
}

interface RulesProps {
  label: string
  /** Undefined until loaded. */
  options: { value: string; label: string }[] | undefined
  value: string[]
  onChange: (value: string[]) => void
  /** Names a chosen value that is not an option. */
  missingLabel: (value: string) => string
}

function RulesSelect({ label, options, value, onChange, missingLabel }: RulesProps) {
  const { t } = useLingui()
  // Chosen values would be shown by their ids until their names are loaded.
  if (!options || options.length + value.length === 0) return null
  const isKnown = new Set(options.map((option) => option.value))
  const missing = value.filter((each) => !isKnown.has(each))
  return (
    <MultiSelect
      label={label}
      value={value}
      onChange={onChange}
      data={[...options, ...missing.map((each) => ({ value: each, label: missingLabel(each) }))]}
      maxValues={AUDIENCE_RULES_MAX}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t`Clear` }}
      nothingFoundMessage={<Trans>No results</Trans>}
    />
  )
}
