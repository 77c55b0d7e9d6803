import { AUTOMATION_FOLLOW_UPS_MAX, type AutomationKind, countSegments } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Input, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { foldersOf, foldersQuery } from '../../entities/folder/queries.ts'
import { BulkTextField } from '../../entities/group/BulkTextField.tsx'
import { toLocationID } from '../../entities/location/location-options.ts'
import { useTeammates } from '../../entities/teammate/queries.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import type { AutomationValues } from './automation-values.ts'
import { withValue } from './ConditionFields.tsx'

interface Props {
  kind: AutomationKind
  form: ApiForm<AutomationValues>
}

/** Fields for the actions of an automation. */
export function ActionFields({ kind, form }: Props) {
  return (
    <>
      {kind !== 'reopen' && <TextField form={form} />}
      {kind === 'follow-up' ? <FollowUpFields form={form} /> : <ChangeFields form={form} />}
    </>
  )
}

type FieldsProps = Pick<Props, 'form'>

function TextField({ form }: FieldsProps) {
  const { t } = useLingui()
  const { value, error } = form.control('text')
  return (
    <Input.Wrapper label={t`Text`} error={error} labelElement="div">
      <BulkTextField
        text={value}
        onText={(text) => form.set('text', text)}
        segments={countSegments(value).segments}
        minRows={3}
      />
    </Input.Wrapper>
  )
}

function FollowUpFields({ form }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <Select
        label={t`How many times`}
        description={t`The count starts over when the contact or a teammate writes. The same wait applies before each text.`}
        allowDeselect={false}
        value={String(form.values.maxTimes)}
        onChange={(value) => value && form.set('maxTimes', Number(value))}
        data={Array.from({ length: AUTOMATION_FOLLOW_UPS_MAX }, (_, index) => ({
          value: String(index + 1),
          label: index === 0 ? t`Once` : t`Up to ${index + 1} times`,
        }))}
      />
      <Checkbox
        label={t`Stop when the conversation is closed`}
        description={t`It always stops when the contact replies, opts out, or is blocked, or when a teammate writes.`}
        {...form.checkbox('stopsWhenClosed')}
      />
    </>
  )
}

function ChangeFields({ form }: FieldsProps) {
  const { t } = useLingui()
  const { values, set } = form
  const folders = foldersOf(useQuery(foldersQuery).data, toLocationID(values.location))
  const teammates = useTeammates()
  const { error: assigneeError } = form.control('assignToUserID')
  const { error: folderError } = form.control('folderKey')
  return (
    <>
      <Select
        label={t`Assign to`}
        placeholder={t`Keep the assignee`}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Clear` }}
        value={values.assignToUserID}
        onChange={(value) => set('assignToUserID', value)}
        error={assigneeError}
        data={withValue(
          teammates.map(({ userID, userName }) => ({ value: userID, label: userName })),
          values.assignToUserID === null ? [] : [values.assignToUserID],
          t`Former teammate`,
        )}
      />
      <Select
        label={t`Move to folder`}
        placeholder={t`Keep the folder`}
        clearable
        clearButtonProps={{ 'aria-label': t`Clear` }}
        value={values.folderKey}
        onChange={(value) => set('folderKey', value)}
        error={folderError}
        data={withValue(
          folders.map(({ folderKey, folderName }) => ({ value: folderKey, label: folderName })),
          values.folderKey === null ? [] : [values.folderKey],
          t`Deleted folder`,
        )}
      />
    </>
  )
}
