import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/database.ts'
import type { FaultKind } from './faults.ts'

/** A question to the language model, and what came of it. */
export interface ModelRequest {
  id: number
  /** As the answer's `x-request-id` says it. */
  requestId: string
  /** What it was asked to translate, and into which language; null when it was asked for something else. */
  text: string | null
  to: string | null
  /** Null until it is answered. */
  status: number | null
  faults: FaultKind[]
  request: unknown
  answer: unknown
  createdAt: string
  answeredAt: string | null
}

interface Row {
  id: number
  requestId: string
  wantedText: string | null
  wantedLanguage: string | null
  request: string
  faults: string
  status: number | null
  answer: string | null
  createdAt: number
  answeredAt: number | null
}

const toModelRequest = (row: Row): ModelRequest => ({
  id: row.id,
  requestId: row.requestId,
  text: row.wantedText,
  to: row.wantedLanguage,
  status: row.status,
  faults: JSON.parse(row.faults),
  request: JSON.parse(row.request),
  answer: row.answer === null ? null : JSON.parse(row.answer),
  createdAt: new Date(row.createdAt).toISOString(),
  answeredAt: row.answeredAt === null ? null : new Date(row.answeredAt).toISOString(),
})

export function modelRequestStore(db: Database) {
  const insert = db.statement<Row>(
    `insert into model_requests (requestId, wantedText, wantedLanguage, request, createdAt)
     values ($requestId, $wantedText, $wantedLanguage, $request, $createdAt) returning *`,
  )
  const update = db.statement(
    `update model_requests set status = $status, answer = $answer, faults = $faults, answeredAt = $answeredAt
     where id = $id`,
  )
  const latest = db.statement<Row>(
    `select * from model_requests where $search = '' or instr(wantedText, $search) > 0 order by id desc limit $limit`,
  )

  return {
    add: (request: unknown, task: { text: string; to: string } | undefined, createdAt: number): ModelRequest =>
      toModelRequest(
        insert.get({
          requestId: `req_${randomBytes(16).toString('hex')}`,
          wantedText: task?.text ?? null,
          wantedLanguage: task?.to ?? null,
          request: JSON.stringify(request),
          createdAt,
        }) as Row,
      ),
    finish(id: number, end: { status: number; answer: object; faults: FaultKind[]; answeredAt: number }): void {
      const { status, answeredAt } = end
      update.run({ id, status, answeredAt, answer: JSON.stringify(end.answer), faults: JSON.stringify(end.faults) })
    },
    /** The newest first. */
    list: (search: string, limit: number): ModelRequest[] => latest.all({ search, limit }).map(toModelRequest),
  }
}
