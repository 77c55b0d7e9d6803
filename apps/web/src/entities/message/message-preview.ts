import { plural } from '@lingui/core/macro'

/** A message in one line: its text, or its attachments. */
export function previewOf(body: string, attachments: number): string {
  const text = body.replace(/\s+/g, ' ').trim()
  if (text !== '' || attachments === 0) return text
  return plural(attachments, { one: 'Attachment', other: '# attachments' })
}
