import type { ImportEncoding } from '@frontdesk/contract/rules'
import type { Storage } from '../../platform/storage.ts'
import { decodeText, detectEncoding } from './file/decode-text.ts'
import { detectFormat, type Format } from './file/detect-format.ts'
import { ImportError } from './file/import-error.ts'
import { readCsv } from './file/read-csv.ts'
import { readVcards } from './file/read-vcard.ts'
import { type ImportRow, partKeys } from './rows.ts'

const HEAD_CHARACTERS = 64_000

/** The bytes of an uploaded file, part after part. */
async function* readParts(storage: Storage, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) for await (const chunk of await storage.getStream(key)) yield chunk
}

/** How a file is written, as chosen or detected. */
export type FileFormat = Format & { encoding: ImportEncoding }

/** Opens the file of an import as a stream of rows; memory use does not depend on its size. */
export async function openFile(
  storage: Storage,
  tenantId: string,
  row: Pick<ImportRow, 'id' | 'parts' | 'encoding' | 'delimiter'>,
): Promise<{ format: FileFormat; rows: AsyncGenerator<string[]> }> {
  const keys = partKeys(tenantId, row)
  const encoding = await detectEncoding(readParts(storage, keys), row.encoding)
  const text = () => decodeText(readParts(storage, keys), encoding)
  let head = ''
  for await (const chunk of text()) {
    head += chunk
    if (head.length >= HEAD_CHARACTERS) break
  }
  if (head.trim() === '') throw new ImportError('empty')
  const format = detectFormat(head, row.delimiter)
  return {
    format: { ...format, encoding },
    rows: format.kind === 'vcard' ? readVcards(text()) : readCsv(text(), format),
  }
}
