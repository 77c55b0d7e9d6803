import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
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
  renderWithProviders(<Tags />, cache)
  for (const typed of ['vip', ' Dogs ', 'Cats', 'Vip']) {
    const field = screen.getByRole('combobox', { name: 'Tags' })
    fireEvent.paste(field, { clipboardData: { getData: () => typed } })
  }
  expect(screen.getByRole('status').textContent).toBe('regular|VIP|dogs|Cats')
})
