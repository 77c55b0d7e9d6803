import type { ImportEncoding } from '@frontdesk/contract/rules'
import { fileTypeFromBuffer } from 'file-type'
import { ImportError } from './import-error.ts'

/** Compound files hold `.xls` of Excel before 2007. */
const SPREADSHEET = /spreadsheet|excel|x-cfb|zip/

/** Throws for contents that are not text, judging by the first bytes. */
async function assertText(head: Uint8Array): Promise<void> {
  const type = await fileTypeFromBuffer(head)
  if (!type || /^(text\/|application\/xml)/.test(type.mime)) return
  throw new ImportError(SPREADSHEET.test(type.mime) ? 'spreadsheet' : 'not-text')
}

/** UTF-16 by its byte order mark, or by zeros in every other byte, as half of its ASCII characters' bytes are. */
function utf16Of(head: Uint8Array): ImportEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const sample = head.subarray(0, 4000)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 8
  if (odd > many && even < many / 4) return 'utf-16le'
  if (even > many && odd < many / 4) return 'utf-16be'
  if (even + odd > 0) throw new ImportError('not-text')
  return null
}

/**
 * Detects the encoding of a file from all of its bytes, because a file may have its first special character at its end.
 * Without a byte order mark it is UTF-8 if it is valid as such, otherwise Windows-1252, which older spreadsheets write.
 * A few names are too little text to detect other legacy encodings reliably, so teammates can choose one, which is
 * returned as long as the file is text.
 */
export async function detectEncoding(
  chunks: AsyncIterable<Uint8Array>,
  chosen: ImportEncoding | null = null,
): Promise<ImportEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const chunk of chunks) {
    if (isFirst) {
      isFirst = false
      await assertText(chunk)
      if (chosen) return chosen
      const utf16 = utf16Of(chunk)
      if (utf16) return utf16
    }
    try {
      if (isUtf8) decoder.decode(chunk, { stream: true })
    } catch {
      isUtf8 = false
    }
    if (!isUtf8) return 'windows-1252'
  }
  if (isFirst) throw new ImportError('empty')
  try {
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Decodes a file without its byte order mark, and without NUL characters, which the database cannot store. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding: ImportEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true }).replaceAll('\0', '')
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
