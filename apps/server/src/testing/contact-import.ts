import { type ContactImport, contract } from '@frontdesk/contract/api'
import { IMPORT_PART_BYTES, type ImportMode } from '@frontdesk/contract/rules'
import { ok } from './client.ts'
import { signInForFilesCookie } from './files.ts'
import { PASSWORD, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

const { contactImports, contacts } = contract

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

export const getImport = async ({ call }: TestUser, id: string): Promise<ContactImport> =>
  ok(await call(contactImports.get, { id }))

export const findByPhone = async ({ call }: TestUser, phoneNumber: string) =>
  ok(await call(contacts.getByPhone, { phoneNumber })).contact

/** Imports files on an instance. */
export function createImporter({ idle, url: baseUrl }: Pick<TestInstance, 'idle' | 'url'>) {
  /** Uploads and checks a file; resolves when the dry run has ended. */
  async function dryRun(tenant: Tenant, csv: string, person = tenant.owner, options: object = {}) {
    const check = { locationID: tenant.locationIds[0] ?? '', ...options }
    const { id } = await uploadContacts(person, csv, { check })
    await idle()
    return getImport(person, id)
  }

  async function importFile(tenant: Tenant, csv: string, person = tenant.owner, options: object = {}) {
    const { id } = await dryRun(tenant, csv, person, options)
    ok(await person.call(contactImports.start, { id }))
    await idle()
    return getImport(person, id)
  }

  /** The downloaded file of the rows that were not imported. */
  async function problemRows({ auth, call }: TestUser, id: string): Promise<string> {
    const { url } = ok(await call(contactImports.getProblemRows, { id }))
    const cookie = await signInForFilesCookie(baseUrl, auth, PASSWORD)
    return (await fetch(baseUrl + url, { headers: { cookie } })).text()
  }

  return { dryRun, importFile, problemRows }
}
