/**
 * Public ids (sids): a prefix for the kind, then the 32 hex digits of the UUID. Derived, never stored.
 */
export type SidPrefix = 'CH' | 'IM' | 'ME' | 'PN' | 'GC'

export const toSid = (prefix: SidPrefix, uuid: string): string => prefix + uuid.replaceAll('-', '')

export function fromSid(sid: string): string {
  const hex = sid.slice(2)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
