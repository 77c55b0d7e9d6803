export interface PageHead {
  title: string | null
  description: string | null
  siteName: string | null
  picture: string | null
}

const TITLE_MAX = 200
const DESCRIPTION_MAX = 300
const SITE_NAME_MAX = 80
const TAG_MAX = 3000
const TAGS_MAX = 3000
const ATTRIBUTE = /(?<![a-z:_-])([a-z:_-]{1,20})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** Parses the head of a page in a single pass, so that no page can make it slow. */
export function readHead(contents: Buffer, contentType: string): PageHead {
  const html = decode(contents, contentType)
  const lower = html.toLowerCase()
  const metas = new Map<string, string>()
  let title: string | null = null
  let at = lower.indexOf('<')
  for (let tags = 0; at !== -1 && tags < TAGS_MAX; tags++) {
    if (lower.startsWith('<!--', at)) {
      const end = lower.indexOf('-->', at)
      at = end === -1 ? -1 : lower.indexOf('<', end)
      continue
    }
    const end = lower.indexOf('>', at)
    const name = /^<(\/?[a-z]{1,10})\b/.exec(lower.slice(at, at + 14))?.[1]
    if (end === -1 || name === 'body' || name === '/head') break
    if (name === 'meta') readMeta(html.slice(at, Math.min(end, at + TAG_MAX)), metas)
    let next = end
    // The content of these elements is not markup.
    if (name === 'title' || name === 'script' || name === 'style') {
      next = lower.indexOf(`</${name}`, end)
      if (name === 'title' && title === null) title = html.slice(end + 1, next === -1 ? end + 1 + TAG_MAX : next)
    }
    at = next === -1 ? -1 : lower.indexOf('<', next + 1)
  }
  const meta = (...names: string[]) => names.map((name) => metas.get(name)).find((value) => value?.trim()) ?? null
  return {
    title: clean(meta('og:title', 'twitter:title') ?? title, TITLE_MAX),
    description: clean(meta('og:description', 'twitter:description', 'description'), DESCRIPTION_MAX),
    siteName: clean(meta('og:site_name'), SITE_NAME_MAX),
    picture: meta('og:image:secure_url', 'og:image', 'twitter:image')?.trim() ?? null,
  }
}

function readMeta(tag: string, metas: Map<string, string>): void {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''))
  const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase()
  const content = attributes.get('content')
  if (name && content !== undefined && !metas.has(name)) metas.set(name, content)
}

/** Decodes with the declared charset, or UTF-8 if it is unknown; invalid bytes become replacement characters. */
function decode(contents: Buffer, contentType: string): string {
  const inMarkup = /charset\s{0,5}=\s{0,5}["']?([\w:-]{1,40})/i
  const label =
    inMarkup.exec(contentType)?.[1] ?? inMarkup.exec(contents.subarray(0, 2048).toString('latin1'))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(contents)
  } catch {
    return new TextDecoder().decode(contents)
  }
}

const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** Normalizes to one line without control characters and bidirectional overrides. */
function clean(text: string | null, max: number): string | null {
  if (text === null) return null
  const line = decodeEntities(text.slice(0, max * 8))
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= max ? line || null : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
