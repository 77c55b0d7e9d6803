import { createHash } from 'node:crypto'

/** Derives a UUID of version 8 from a name. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
export function deriveId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
