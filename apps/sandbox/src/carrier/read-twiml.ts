export interface TwimlMessage {
  body: string
  mediaUrls: string[]
  to: string | null
  from: string | null
  action: string | null
}

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Parses the messages of a `<Response>` document; null for any other document. */
export function readTwiml(xml: string): TwimlMessage[] | null {
  const root = parse(xml.replace(/^\uFEFF/, ''))
  if (root?.name !== 'Response') return null
  return root.children
    .filter((element) => element.name === 'Message' || element.name === 'Sms')
    .map((element) => {
      const bodies = element.children.filter((child) => child.name === 'Body')
      return {
        body: bodies.length > 0 ? bodies.map((body) => body.text).join('') : element.text.trim(),
        mediaUrls: element.children.filter((child) => child.name === 'Media').map((media) => media.text.trim()),
        to: element.attributes.to ?? null,
        from: element.attributes.from ?? null,
        action: element.attributes.action ?? element.attributes.statusCallback ?? null,
      }
    })
}

function parse(xml: string): Element | null {
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < xml.length) {
    const token = TOKEN.exec(xml)
    const current = open.at(-1)
    if (!token || !current) return null
    const [, cdata, closing, name, attributes, selfClosing, text] = token
    if (cdata !== undefined) current.text += cdata
    else if (text !== undefined) current.text += decode(text)
    else if (name !== undefined && closing) {
      if (current.name !== name || open.length === 1) return null
      open.pop()
    } else if (name !== undefined) {
      const element: Element = { name, attributes: {}, children: [], text: '' }
      for (const [, key, double, single] of (attributes ?? '').matchAll(ATTRIBUTE)) {
        if (key) element.attributes[key] = decode(double ?? single ?? '')
      }
      current.children.push(element)
      if (!selfClosing) open.push(element)
    }
  }
  return open.length === 1 && top.children.length === 1 && top.text.trim() === '' ? (top.children[0] ?? null) : null
}
