import type { Database } from '../platform/database.ts'

export interface MediaInfo {
  sid: string
  messageSid: string | null
  contentType: string
  createdAt: number
}

export interface Media extends MediaInfo {
  content: Uint8Array
}

export function mediaStore(db: Database) {
  const insert = db.statement(
    `insert into media (sid, messageSid, position, contentType, content, createdAt)
     values ($sid, $messageSid, $position, $contentType, $content, $createdAt)`,
  )
  const remove = db.statement('delete from media where sid = $sid')
  const find = db.statement<Media>(
    'select sid, messageSid, contentType, content, createdAt from media where sid = $sid',
  )
  const listOfMessage = db.statement<MediaInfo>(
    'select sid, messageSid, contentType, createdAt from media where messageSid = $messageSid order by position',
  )

  return {
    add: (media: Media & { position: number }) => void insert.run({ ...media }),
    remove: (sid: string) => void remove.run({ sid }),
    find: (sid: string) => find.get({ sid }),
    listOfMessage: (messageSid: string) => listOfMessage.all({ messageSid }),
  }
}
