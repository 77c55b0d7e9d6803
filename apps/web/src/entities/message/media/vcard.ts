export interface VCard {
  name: string
  organization: string
  phones: string[]
  emails: string[]
}

/** The fields of a contact card that a front desk needs. https://www.rfc-editor.org/rfc/rfc6350 */
export function readVCard(text: string): VCard | null {
  if (!/^\s*BEGIN:VCARD/i.test(text)) return null
  // Long lines are folded: a line that starts with white space continues the previous one.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const values = (property: string) =>
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^(?:[\w-]+\.)?([\w-]+)[^:]*:(.*)$/.exec(line) ?? []
      return name.toUpperCase() === property && value.trim() !== '' ? [unescaped(value)] : []
    })
  const [last = '', first = ''] = (values('N')[0] ?? '').split(';')
  return {
    name: values('FN')[0] ?? `${first} ${last}`.trim(),
    organization: (values('ORG')[0] ?? '').replace(/;+/g, ', ').replace(/(, )+$/, ''),
    phones: [...new Set(values('TEL').map((phone) => phone.replace(/^tel:/i, '')))],
    emails: [...new Set(values('EMAIL'))],
  }
}

const unescaped = (value: string) =>
  value
    .replace(/\\([\\,;])/g, '$1')
    .replace(/\\n/gi, ' ')
    .trim()
