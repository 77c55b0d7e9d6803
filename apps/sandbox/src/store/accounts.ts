import type { Database } from '../platform/database.ts'

export interface Account {
  sid: string
  authToken: string
  friendlyName: string
  createdAt: number
}

export function accountStore(db: Database) {
  const insert = db.statement(
    `insert into accounts (sid, authToken, friendlyName, createdAt) values ($sid, $authToken, $friendlyName, $createdAt)
     on conflict (sid) do update set authToken = excluded.authToken, friendlyName = excluded.friendlyName`,
  )
  const find = db.statement<Account>('select * from accounts where sid = $sid')

  return {
    save: (account: Account) => void insert.run({ ...account }),
    find: (sid: string) => find.get({ sid }),
  }
}
