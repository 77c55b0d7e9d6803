/** Formats dates in Twilio's RFC 2822 style: `Thu, 24 Aug 2023 05:01:45 +0000`. */
export const toRfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

const DAY_MS = 86_400_000

/** Parses a date filter: a whole day, or a time with a precision of one second. */
export function readDateRange(text: string): { from: number; before: number } | null {
  const from = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(from)) return null
  return { from, before: from + (/^\d{4}-\d{2}-\d{2}$/.test(text) ? DAY_MS : 1000) }
}
