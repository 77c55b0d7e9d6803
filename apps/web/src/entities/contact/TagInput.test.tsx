import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { tagUseQuery } from './queries.ts'
import { TagInput } from './TagInput.tsx'

function Tags() {
  const [tags, setTags] = useState(['regular'])
  return (
    <>
      <TagInput label="Tags" value={tags} onChange={setTags} />
      <output>{tags.join('|')}</output>
    </>
  )
}

test('a tag takes the spelling that other contacts have', () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  cache.setQueryData(tagUseQuery.queryKey, [
    { tag: 'VIP', contacts: 2 },
    { tag: 'dogs', contacts: 1 },
  ])
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={cache}>
          <Tags />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
  for (const typed of ['vip', ' Dogs ', 'Cats', 'Vip']) {
    const field = screen.getByRole('combobox', { name: 'Tags' })
    fireEvent.paste(field, { clipboardData: { getData: () => typed } })
  }
  expect(screen.getByRole('status').textContent).toBe('regular|VIP|dogs|Cats')
})
