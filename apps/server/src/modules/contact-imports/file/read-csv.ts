import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_MAX_COLUMNS } from '@frontdesk/contract/rules'
import { CsvError, parse } from 'csv-parse'
import { readProperty } from '../../../platform/read-property.ts'
import { ImportError } from './import-error.ts'

/** A longer record has an unclosed quote, which would otherwise read the rest of the file into memory. */
const RECORD_MAX_CHARACTERS = 1_000_000

/** Parses CSV as a stream, record by record; a record can span several lines inside quotes. */
export async function* readCsv(
  text: AsyncIterable<string>,
  { delimiter, skipsFirst }: { delimiter: string; skipsFirst: boolean },
): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: RECORD_MAX_CHARACTERS,
    from: skipsFirst ? 2 : 1,
  })
  const piped = pipeline(Readable.from(text, { objectMode: true }), parser)
  // Its failure also ends the loop below, which throws it.
  piped.catch(() => {})
  let row = 0
  try {
    for await (const record of parser) {
      row += 1
      const cells: string[] = record
      if (cells.length > IMPORT_MAX_COLUMNS) throw new ImportError('too-many-columns', row)
      yield cells
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError('quote', Number(readProperty(error, 'records')) + 1)
    throw error
  }
}
