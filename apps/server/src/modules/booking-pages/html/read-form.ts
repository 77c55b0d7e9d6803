import { contract } from '@frontdesk/contract/api'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { PageOperations } from '../operations.ts'
import type { PageRequest } from './respond.ts'

/** Parses form values with the schema of an endpoint’s input. */
function checked<Schema extends z.ZodType>(schema: Schema | undefined, values: object): z.output<Schema> {
  const parsed = schema?.safeParse(values)
  if (!parsed?.success) throw new AppError('InvalidInput')
  return parsed.data
}

const { slots, hold, sendCode, book, pay, release, visitSlots, reschedule, cancel, updateArrival } =
  contract.bookingPages
const originOf = ({ address }: PageRequest) => ({ address })

/** Endpoints for forms, whose input is validated in the same way. */
export const calls = {
  slots: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.slots(checked(slots['~orpc'].inputSchema, values), originOf(request)),
  hold: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.hold(checked(hold['~orpc'].inputSchema, values), originOf(request)),
  sendCode: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.sendCode(checked(sendCode['~orpc'].inputSchema, values), originOf(request)),
  book: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.book(checked(book['~orpc'].inputSchema, values), originOf(request)),
  pay: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.pay(checked(pay['~orpc'].inputSchema, values), originOf(request)),
  release: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.release(checked(release['~orpc'].inputSchema, values), originOf(request)),
  visitSlots: (operations: PageOperations, request: PageRequest, values: object) =>
    operations.visitSlots(checked(visitSlots['~orpc'].inputSchema, values), originOf(request)),
  reschedule: (operations: PageOperations, values: object) =>
    operations.reschedule(checked(reschedule['~orpc'].inputSchema, values)),
  cancel: (operations: PageOperations, values: object) =>
    operations.cancel(checked(cancel['~orpc'].inputSchema, values)),
  updateArrival: (operations: PageOperations, values: object) =>
    operations.updateArrival(checked(updateArrival['~orpc'].inputSchema, values)),
}
