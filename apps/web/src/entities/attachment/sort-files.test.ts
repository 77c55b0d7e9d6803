import { expect, test } from 'vitest'
import { sortFiles } from './sort-files.ts'

const aFile = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type })

test('sorts files into allowed, not allowed, and too large', () => {
  const { fitting, notAllowed, tooLarge } = sortFiles([
    aFile('door.jpg', 'image/jpeg', 3_000_000),
    aFile('huge.jpg', 'image/jpeg', 20_000_001),
    aFile('offer.pdf', 'application/pdf', 600_001),
    aFile('card.vcf', 'text/x-vcard'),
    aFile('notes', ''),
    aFile('setup.exe', 'application/x-msdownload'),
    aFile('logo.svg', 'image/svg+xml'),
    aFile('page.html', 'text/html'),
  ])
  const names = (files: File[]) => files.map(({ name }) => name)
  expect(names(fitting)).toEqual(['door.jpg', 'card.vcf', 'notes'])
  expect(names(tooLarge)).toEqual(['huge.jpg', 'offer.pdf'])
  expect(names(notAllowed)).toEqual(['setup.exe', 'logo.svg', 'page.html'])
})
