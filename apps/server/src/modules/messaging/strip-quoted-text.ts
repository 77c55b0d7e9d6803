/**
 * Invisible characters that keyboards and copying add: zero-width spaces and joiners, direction marks, soft hyphens.
 */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164]/gu

/** A dash before a signature, or around the only words of a text. */
const DASH = /^(?:--|__)/
/** Beginning of a quoted message or a signature. Nothing after it was written by the contact for this text. */
const TAIL =
  /^(?:-{3,}.*(?:original|forwarded).*|on .{6,120}wrote:|el .{6,120}escribio:|le .{6,120}a ecrit ?:|(?:sent|envoye|enviado|get outlook) (?:from|via|with|for|de|desde|mon)\b.*|get outlook for .*)/i

/** A quote of ours in the same line, such as “Reply STOP to opt out”. */
const INLINE_QUOTE = /"[^"]{15,}"/g

/**
 * Returns what the contact wrote in one form: full-width letters and accents reduced to plain ones, without invisible
 * characters, quoted messages and signatures of mail programs. Line breaks are kept, other spaces are single.
 */
export function stripQuotedText(body: string): string {
  const text = body
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
  const lines: string[] = []
  for (const line of text.split(/[\r\n\u2028\u2029]+/)) {
    const trimmed = line.replace(/\s+/g, ' ').trim()
    if (trimmed.startsWith('>')) continue
    if (DASH.test(trimmed) && lines.some((written) => /\p{L}/u.test(written))) break
    if (TAIL.test(trimmed)) {
      // The head of a quote that comes first.
      if (lines.length === 0) continue
      break
    }
    lines.push(trimmed)
  }
  const written = lines.join('\n').trim()
  const unquoted = written.replace(INLINE_QUOTE, ' ').trim()
  return /\p{L}/u.test(unquoted) ? unquoted : written
}
