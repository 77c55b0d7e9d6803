import { i18n } from '@lingui/core'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
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
    <>
      <AnswerFields questions={QUESTIONS} value={answers} onChange={setAnswers} error={undefined} />
      <output>{JSON.stringify(answers)}</output>
    </>
  )
}

test('a required question is answered, or marked as not asked', () => {
  renderWithProviders(<Fields />)
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Allergies/ })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Not asked: Allergies?' }))
  expect(field.disabled).toBe(true)
  expect(screen.getByText('{"Allergies?":null}')).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.change(field, { target: { value: 'None' } })
  expect(screen.getByText('{"Allergies?":"None"}')).toBeDefined()
})
