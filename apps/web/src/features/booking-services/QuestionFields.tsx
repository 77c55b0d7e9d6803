import type { BookingQuestion } from '@frontdesk/contract/api'
import { QUESTION_MAX, QUESTIONS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import { DragHandle } from '../../ui/list/DragHandle.tsx'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import { useDragOrder } from '../../ui/list/use-drag-order.ts'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'

/** The questions that are asked when a service is booked, in their order. */
export function QuestionFields({ form }: { form: ApiForm<ServiceValues> }) {
  const { t } = useLingui()
  const { value: questions, error, onChange } = form.control('questions')
  const drag = useDragOrder(questions, onChange)
  const isAdding = useRef(false)
  const change = (index: number, changes: Partial<BookingQuestion>) =>
    onChange(questions.map((question, i) => (i === index ? { ...question, ...changes } : question)))
  return (
    <div className={classes.stack}>
      {questions.length > 0 && (
        <ul className={classes.rows}>
          {questions.map(({ text, isRequired }, index) => {
            const name = t`question ${index + 1}`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text changes while it is typed, so it is not a stable key.
              <li key={index} className={classes.row} {...drag.target(index)}>
                <DragHandle {...drag.handle(index)} />
                <div className={classes.rowFields}>
                  <TextInput
                    ref={(input) => {
                      if (!input || !isAdding.current || index < questions.length - 1) return
                      isAdding.current = false
                      input.focus()
                    }}
                    className={classes.grows}
                    aria-label={t`Question ${index + 1}`}
                    placeholder={t`Such as: Do you have any allergies?`}
                    maxLength={QUESTION_MAX}
                    error={error !== undefined && text.trim() === ''}
                    value={text}
                    onChange={(event) => change(index, { text: event.currentTarget.value })}
                  />
                  <Checkbox
                    label={t`Must be answered`}
                    checked={isRequired}
                    onChange={(event) => change(index, { isRequired: event.currentTarget.checked })}
                  />
                </div>
                <MoveButtons items={questions} index={index} name={name} onMove={onChange} />
                <ActionIcon
                  aria-label={t`Remove ${name}`}
                  onClick={() => onChange(questions.filter((_, i) => i !== index))}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {questions.length < QUESTIONS_MAX && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} />}
            onClick={() => {
              isAdding.current = true
              onChange([...questions, { text: '', isRequired: false }])
            }}
          >
            <Trans>Add a question</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
