import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/database.ts'
import type { FaultKind } from './faults.ts'

/** One request to the language model with its response. */
export interface ModelRequest {
  id: number
  /** `x-request-id` of the response. */
  requestId: string
  /** Text to translate and target language; null for any other request. */
  text: string | null
  to: string | null
  /** HTTP status; null while pending. */
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
  const newest = db.statement<Row>(
    `select * from model_requests where $search = '' or instr(wantedText, $search) > 0 order by id desc limit $limit`,
  )

  return {
    add: (request: unknown, task: { text: string; to: string } | undefined, createdAt: number): ModelRequest =>
      toModelRequest(
        insert.getOrThrow({
          requestId: `req_${randomBytes(16).toString('hex')}`,
          wantedText: task?.text ?? null,
          wantedLanguage: task?.to ?? null,
          request: JSON.stringify(request),
          createdAt,
        }),
      ),
    finish(id: number, result: { status: number; answer: object; faults: FaultKind[]; answeredAt: number }): void {
      const { status, answeredAt } = result
      update.run({
        id,
        status,
        answeredAt,
        answer: JSON.stringify(result.answer),
        faults: JSON.stringify(result.faults),
      })
    },
    /** Newest first. */
    list: (search: string, limit: number): ModelRequest[] => newest.all({ search, limit }).map(toModelRequest),
  }
}
