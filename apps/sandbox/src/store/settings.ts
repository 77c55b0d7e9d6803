import type { Database } from '../platform/database.ts'

export function settingStore(db: Database) {
  const find = db.statement<{ value: string }>('select value from settings where name = $name')
  const save = db.statement(
    'insert into settings (name, value) values ($name, $value) on conflict (name) do update set value = excluded.value',
  )

  return {
    find: (name: string) => find.get({ name })?.value,
    save: (name: string, value: string) => void save.run({ name, value }),
  }
}
