import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SCHEMA } from './schema.ts'

type Parameters = Record<string, SQLInputValue>

export interface Statement<Row> {
  get(parameters?: Parameters): Row | undefined
  /** For statements that always return a row, such as `insert … returning *`. */
  getOrThrow(parameters?: Parameters): Row
  all(parameters?: Parameters): Row[]
  /** Returns the number of changed rows. */
  run(parameters?: Parameters): number
}

export interface Database {
  statement<Row = unknown>(sql: string): Statement<Row>
  transaction<Result>(work: () => Result): Result
  /** Runs `work` after the commit, or immediately outside a transaction. */
  afterCommit(work: () => void): void
  close(): void
}

/**
 * Committed rows survive SIGKILL: the write-ahead log is in the operating system’s cache by then. A power failure may
 * lose the last ones (`synchronous = NORMAL`).
 */
export function openDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000')
  sqlite.exec(SCHEMA)

  let isInTransaction = false
  let afterCommit: (() => void)[] = []

  return {
    statement<Row>(sql: string): Statement<Row> {
      const statement = sqlite.prepare(sql)
      // SQLite doesn't know the types of its rows; each store states them with its statement.
      const get = (parameters: Parameters = {}) => statement.get(parameters) as Row | undefined
      return {
        get,
        getOrThrow: (parameters) => {
          const row = get(parameters)
          if (row === undefined) throw new Error(`The statement returned no row: ${sql}`)
          return row
        },
        all: (parameters = {}) => statement.all(parameters) as Row[],
        run: (parameters = {}) => Number(statement.run(parameters).changes),
      }
    },

    transaction(work) {
      if (isInTransaction) return work()
      sqlite.exec('BEGIN IMMEDIATE')
      isInTransaction = true
      try {
        const result = work()
        sqlite.exec('COMMIT')
        return result
      } catch (error) {
        afterCommit = []
        sqlite.exec('ROLLBACK')
        throw error
      } finally {
        isInTransaction = false
        const committed = afterCommit
        afterCommit = []
        for (const callback of committed) callback()
      }
    },

    afterCommit(work) {
      if (isInTransaction) afterCommit.push(work)
      else work()
    },

    close: () => sqlite.close(),
  }
}
