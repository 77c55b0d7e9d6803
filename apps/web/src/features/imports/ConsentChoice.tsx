import { CONSENT_WORDING_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text, Textarea } from '@mantine/core'

export interface StatedConsent {
  isStated: boolean
  wording: string
}

interface Props {
  value: StatedConsent
  onChange: (value: StatedConsent) => void
  /** The wording is missing. */
  isIncomplete: boolean
  /** A column of the file has the dates. */
  hasDates: boolean
}

/**
 * Whether the people of an import agreed to marketing texts, with the evidence. Nothing is recorded without a wording.
 */
export function ConsentChoice({ value, onChange, isIncomplete, hasDates }: Props) {
  const { t } = useLingui()
  return (
    <Stack gap="sm">
      <Checkbox
        label={t`These people agreed to receive marketing texts`}
        description={t`Recorded for each contact this import adds or updates. Contacts who opted out stay opted out.`}
        checked={value.isStated}
        onChange={(event) => onChange({ ...value, isStated: event.currentTarget.checked })}
      />
      {value.isStated && (
        <>
          <Textarea
            label={t`How and when they agreed`}
            description={t`Kept as evidence with your name. It can’t be changed later.`}
            placeholder={t`Signed the form at the front desk in March 2026`}
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={CONSENT_WORDING_MAX}
            dir="auto"
            error={isIncomplete && t`Enter how and when they agreed. It’s the evidence that you may text them.`}
            value={value.wording}
            onChange={(event) => onChange({ ...value, wording: event.currentTarget.value })}
          />
          {hasDates && (
            <Text size="sm">
              <Trans>
                Only people with a date in the column “Agreed to marketing on” are recorded, with that date.
              </Trans>
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
