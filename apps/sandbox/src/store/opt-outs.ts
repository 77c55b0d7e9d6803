import type { Database } from '../platform/database.ts'

/** Opt-outs at the carrier block one phone for one number, as Twilio does without a Messaging Service. */
export function optOutStore(db: Database) {
  const add = db.statement(
    'insert into opt_outs (phone, number, createdAt) values ($phone, $number, $createdAt) on conflict do nothing',
  )
  const remove = db.statement('delete from opt_outs where phone = $phone and number = $number')
  const find = db.statement('select 1 from opt_outs where phone = $phone and number = $number')

  return {
    /** Returns whether the pair was newly blocked. */
    add: (phone: string, number: string, createdAt: number) => add.run({ phone, number, createdAt }) > 0,
    /** Returns whether the pair was blocked. */
    remove: (phone: string, number: string) => remove.run({ phone, number }) > 0,
    has: (phone: string, number: string) => find.get({ phone, number }) !== undefined,
  }
}
