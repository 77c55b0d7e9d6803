import { type RawBuilder, sql } from 'kysely'

/** SQL: a time in epoch milliseconds. Faster than `extract`, which calculates with `numeric`. */
export const toMs = (time: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`round(date_part('epoch', ${time}) * 1000)`
