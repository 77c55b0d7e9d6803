import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { AnswerFields } from './AnswerFields.tsx'
import type { Answers } from './use-book-form.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const QUESTIONS = [
  { text: 'Allergies?', isRequired: true },
  { text: 'Parking?', isRequired: false },
]

function Fields() {
  const [answers, setAnswers] = useState<Answers>({ 'Allergies?': 'Nuts' })
  return (
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <AnswerFields questions={QUESTIONS} value={answers} onChange={setAnswers} error={undefined} />
        <output>{JSON.stringify(answers)}</output>
      </I18nProvider>
    </MantineProvider>
  )
}

test('a required question is answered, or marked as not asked', () => {
  render(<Fields />)
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Allergies/ })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Not asked: Allergies?' }))
  expect(field.disabled).toBe(true)
  expect(screen.getByText('{"Allergies?":null}')).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.change(field, { target: { value: 'None' } })
  expect(screen.getByText('{"Allergies?":"None"}')).toBeDefined()
})
