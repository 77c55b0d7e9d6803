import { plural } from '@lingui/core/macro'

/** One line that stands for a message: its text, or what it carries. */
export function previewOf(body: string, attachments: number): string {
  const text = body.replace(/\s+/g, ' ').trim()
  if (text !== '' || attachments === 0) return text
  return plural(attachments, { one: 'Attachment', other: '# attachments' })
}
