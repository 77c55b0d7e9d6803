import type { ImportTarget } from '@frontdesk/contract/api'
import { IMPORT_FIELDS, IMPORT_MODES, type ImportMode } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Radio, Select, Stack, TagsInput, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { type FormatChoice, FormatSelects } from './FormatSelects.tsx'
import classes from './ImportScreen.module.css'
import { FIELD_NAMES, PROBLEMS } from './import-texts.ts'
import { problemOf } from './problem-of.ts'
import { storeImport } from './queries.ts'
import type { StepProps } from './step-props.ts'

const MODES: Record<ImportMode, MessageDescriptor> = {
  'create-and-update': msg`Add new contacts and update existing ones`,
  create: msg`Only add new contacts`,
  update: msg`Only update existing contacts`,
}

/** The choice of what each column is, and what to do with the contacts. */
export function ColumnsStep({ contactImport, forCampaign, onClose }: StepProps) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const customFields = useContactFields()
  const { id, csv, columns, fileName } = contactImport
  const [mapping, setMapping] = useState(contactImport.mapping)
  const [hasHeader, setHasHeader] = useState(contactImport.hasHeader)
  const [mode, setMode] = useState(contactImport.mode)
  const [tags, setTags] = useState(
    contactImport.tags.length === 0 && forCampaign ? [forCampaign.tag] : contactImport.tags,
  )
  const [chosen, setLocation] = useState(contactImport.locationID ?? chosenLocation.get())
  const locationID = chosen ?? locations[0]?.id ?? ''
  const check = useMutation({
    mutationFn: () => api.contactImports.check({ id, mapping, hasHeader, mode, locationID, tags }),
    onSuccess: (next) => storeImport(cache, next),
  })
  const reread = useMutation({
    mutationFn: (choice: FormatChoice) => api.contactImports.read({ id, ...choice }),
    onSuccess: (next) => {
      setMapping(next.mapping)
      setHasHeader(next.hasHeader)
      storeImport(cache, next)
    },
  })
  const unreadable = problemOf(reread.error)
  const problem = unreadable ? { reason: unreadable, row: null } : contactImport.problem
  const targets: { value: ImportTarget; label: string }[] = [
    ...IMPORT_FIELDS.map((field) => ({ value: field, label: i18n._(FIELD_NAMES[field]) })),
    ...customFields.map((field) => ({ value: `field:${field.id}` as const, label: field.name })),
  ]
  const hasPhone = mapping.includes('phone')
  return (
    <Stack gap="lg">
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={16} />} role="alert">
          {i18n._(PROBLEMS[problem.reason])}
          {problem.row !== null && <Trans> See row {i18n.number(problem.row)}.</Trans>}
        </Alert>
      )}
      <PageSection
        title={t`Columns`}
        text={t`What each column of ${fileName} contains. Columns without a choice are left out.`}
      >
        {csv && <FormatSelects csv={csv} onChoose={reread.mutate} disabled={reread.isPending || check.isPending} />}
        <ul className={classes.columns}>
          {columns.map(({ title, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their place
            <li key={index} className={classes.column}>
              <div className={classes.sample}>
                <span className={classes.title}>{title || t`Column ${index + 1}`}</span>
                <span className={classes.soft}>{samples.join(' · ') || t`(empty)`}</span>
              </div>
              <Select
                aria-label={t`Field for ${title || t`column ${index + 1}`}`}
                placeholder={t`Leave out`}
                clearable
                clearButtonProps={{ size: 'lg' }}
                data={targets}
                value={mapping[index] ?? null}
                onChange={(chosen) =>
                  setMapping(mapping.with(index, targets.find(({ value }) => value === chosen)?.value ?? null))
                }
              />
            </li>
          ))}
        </ul>
        <Checkbox
          mt="sm"
          label={t`The first row has column names, not a contact`}
          checked={hasHeader}
          onChange={(event) => setHasHeader(event.currentTarget.checked)}
        />
      </PageSection>
      <PageSection title={t`Contacts`} isCard>
        <Stack gap="md">
          <Radio.Group
            label={t`What to do`}
            value={mode}
            onChange={(value) => setMode(IMPORT_MODES.find((each) => each === value) ?? mode)}
          >
            <Stack gap="xs" mt={6}>
              {IMPORT_MODES.map((each) => (
                <Radio key={each} value={each} label={i18n._(MODES[each])} />
              ))}
            </Stack>
          </Radio.Group>
          <Select
            label={t`Location of new contacts`}
            data={locations.map((each) => ({ value: each.id, label: each.name }))}
            value={locationID}
            allowDeselect={false}
            onChange={setLocation}
          />
          <TagsInput
            label={t`Tags for every contact`}
            description={
              forCampaign
                ? t`The campaign goes to everyone with the first tag.`
                : t`Optional. Tag them to find them again later.`
            }
            maxTags={10}
            maxLength={40}
            value={tags}
            onChange={setTags}
          />
        </Stack>
      </PageSection>
      <ErrorText error={check.error ?? (unreadable ? null : reread.error)} />
      <Group>
        <Button
          loading={check.isPending}
          disabled={!hasPhone || locationID === '' || reread.isPending}
          onClick={() => check.mutate()}
        >
          <Trans>Check file</Trans>
        </Button>
        <Button variant="default" onClick={onClose}>
          <Trans>Choose another file</Trans>
        </Button>
        {!hasPhone && (
          <Text size="sm" className={classes.soft}>
            <Trans>Choose the column with the phone number.</Trans>
          </Text>
        )}
      </Group>
    </Stack>
  )
}
