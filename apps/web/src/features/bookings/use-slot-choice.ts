import type { SlotTaken } from '@frontdesk/contract/api'
import type { OverridableRule } from '@frontdesk/contract/rules'
import { useState } from 'react'
import { overridesFor, slotTakenOf } from '../../entities/booking/slot-taken.ts'

/** The chosen time of a visit, and the server’s reasons if it was taken. */
export function useSlotChoice(initial: string | null) {
  const [startsOnUtc, setStart] = useState(initial)
  const [taken, setTaken] = useState<SlotTaken | null>(null)
  const [isIgnoring, setIsIgnoring] = useState(false)
  const choose = (start: string | null) => {
    setStart(start)
    setTaken(null)
    setIsIgnoring(false)
  }
  const overrides: OverridableRule[] = taken && isIgnoring ? (overridesFor(taken) ?? []) : []
  return {
    startsOnUtc,
    choose,
    taken,
    isIgnoring,
    setIsIgnoring,
    overrides,
    /** Runs a request, and keeps the reasons if the time is taken. */
    async attempt<T>(request: () => Promise<T>): Promise<T> {
      try {
        return await request()
      } catch (error) {
        setTaken(slotTakenOf(error))
        setIsIgnoring(false)
        throw error
      }
    },
  }
}

/** A taken time is shown by `TakenNote`, and is no error of the form once another time is chosen. */
export const withoutTaken = <Form extends { error: unknown }>(form: Form): Form =>
  slotTakenOf(form.error) ? { ...form, error: null } : form
