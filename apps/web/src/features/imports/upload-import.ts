import type { ContactImport } from '@frontdesk/contract/api'
import { IMPORT_PART_BYTES } from '@frontdesk/contract/rules'
import { api } from '../../lib/api.ts'
import { isUnreachable } from '../../lib/error-code.ts'

const ATTEMPTS = 4
const WAIT_MS = 2000

/** Uploads a file in parts and reads its columns. A part that does not arrive is sent again. */
export async function uploadImport(file: File, onProgress: (share: number) => void): Promise<ContactImport> {
  const { id } = await api.contactImports.create({ fileName: file.name, byteSize: file.size })
  const parts = Math.ceil(file.size / IMPORT_PART_BYTES)
  for (let part = 0; part < parts; part++) {
    const contents = file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)
    await sendPart({ id, part: String(part), file: new File([contents], file.name) })
    onProgress((part + 1) / parts)
  }
  return api.contactImports.read({ id })
}

async function sendPart(request: { id: string; part: string; file: File }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await api.contactImports.upload(request)
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnreachable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * attempt))
    }
  }
}
