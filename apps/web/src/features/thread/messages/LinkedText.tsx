import { splitAtLinks } from '@frontdesk/contract/rules'

/** A message's text with its web addresses clickable. */
export function LinkedText({ text }: { text: string }) {
  const parts = splitAtLinks(text)
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts' order.
      <a key={at} href={part} target="_blank" rel="noopener noreferrer" style={{ color: 'inherit' }}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
