import { type ContactImport, contract } from '@frontdesk/contract/api'
import { IMPORT_PART_BYTES, type ImportMode } from '@frontdesk/contract/rules'
import { ok } from './client.ts'
import type { TestUser } from './test-instance.ts'

const { contactImports } = contract

interface Upload {
  fileName?: string
  /** Starts the dry run with the suggested mapping. */
  check?: { locationID: string; mode?: ImportMode; tags?: string[] }
}

/** Uploads a file of contacts in parts, reads its columns and, if asked to, starts the dry run. */
export async function uploadContacts(
  { call }: TestUser,
  contents: string | Uint8Array<ArrayBuffer>,
  { fileName = 'contacts.csv', check }: Upload = {},
): Promise<ContactImport> {
  const file = new File([contents], fileName)
  const { id } = ok(await call(contactImports.create, { fileName, byteSize: file.size }))
  for (let part = 0; part * IMPORT_PART_BYTES < file.size; part++) {
    const form = new FormData()
    form.append('id', id)
    form.append('part', String(part))
    form.append('file', new File([file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)], fileName))
    // The input type describes the fields of the form.
    ok(await call(contactImports.upload, form as never))
  }
  const read = ok(await call(contactImports.read, { id }))
  if (!check) return read
  const { mapping, hasHeader } = read
  return ok(await call(contactImports.check, { id, mapping, hasHeader, mode: 'create-and-update', tags: [], ...check }))
}
