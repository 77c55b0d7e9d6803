import type { ImportProblem } from '@frontdesk/contract/rules'

/** A file that cannot be imported; `row` is where it breaks off. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly reason: ImportProblem
  readonly row: number | null

  constructor(reason: ImportProblem, row: number | null = null) {
    super(`The file cannot be imported: ${reason}${row === null ? '' : ` at row ${row}`}.`)
    this.reason = reason
    this.row = row
  }
}
