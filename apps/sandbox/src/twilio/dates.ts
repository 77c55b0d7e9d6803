/** RFC 2822, as Twilio writes dates: `Thu, 24 Aug 2023 05:01:45 +0000`. */
export const toRfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

const DAY_MS = 86_400_000

/** A date filter is a day or a moment; a moment counts as its second. */
export function readDateRange(text: string): { from: number; before: number } | null {
  const from = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(from)) return null
  return { from, before: from + (/^\d{4}-\d{2}-\d{2}$/.test(text) ? DAY_MS : 1000) }
}
