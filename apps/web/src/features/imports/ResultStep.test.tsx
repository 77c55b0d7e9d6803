import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anImport } from '../../testing/an-import.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ResultStep } from './ResultStep.tsx'

vi.mock('../../lib/api.ts', () => ({ api: {} }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, ...rest }: { to: string; search?: Record<string, string> }) => (
    <a href={`${to}${search ? `?${new URLSearchParams(search)}` : ''}`} {...rest} />
  ),
}))

function show(isForSubscribers: boolean) {
  const marketingConsent = { wording: 'Signed the form', recorded: 2, optedOut: 1 }
  renderWithProviders(
    <ResultStep
      contactImport={anImport({ state: 'done', created: 1, updated: 2, marketingConsent })}
      forCampaign={undefined}
      isForSubscribers={isForSubscribers}
      onClose={() => {}}
    />,
  )
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'))
}

test('an import of subscribers ends at the subscribers', () => {
  expect(show(true)).toEqual(['/marketing/subscribers?source=import', '/contacts'])
  screen.getByText(/^2 people subscribed\. 1 contact opted out before/)
})

test('an import of contacts ends at the contacts', () => {
  expect(show(false)).toEqual(['/contacts'])
  screen.getByText(/^Agreement to marketing texts recorded for 2 contacts\./)
})
