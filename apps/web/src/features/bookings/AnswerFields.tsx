import type { BookingService } from '@frontdesk/contract/api'
import { ANSWER_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Input, Stack, TextInput } from '@mantine/core'
import type { Answers } from './use-book-form.ts'

interface Props {
  questions: BookingService['questions']
  value: Answers
  onChange: (answers: Answers) => void
  error: string | undefined
}

/** Questions of a service. A required one is answered, or marked as not asked. */
export function AnswerFields({ questions, value, onChange, error }: Props) {
  const { t } = useLingui()
  const isMissing = (text: string) => value[text] !== null && !value[text]?.trim()
  return (
    <>
      {questions.map(({ text, isRequired }) => (
        <Stack key={text} gap={6}>
          <TextInput
            label={text}
            withAsterisk={isRequired}
            aria-required={isRequired}
            maxLength={ANSWER_MAX}
            disabled={value[text] === null}
            error={Boolean(error) && isRequired && isMissing(text)}
            value={value[text] ?? ''}
            onChange={(event) => onChange({ ...value, [text]: event.currentTarget.value })}
          />
          {isRequired && (
            <Checkbox
              label={t`Not asked`}
              aria-label={t`Not asked: ${text}`}
              checked={value[text] === null}
              onChange={(event) => onChange({ ...value, [text]: event.currentTarget.checked ? null : '' })}
            />
          )}
        </Stack>
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </>
  )
}
