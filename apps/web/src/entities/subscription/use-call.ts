import type { MouseEvent } from 'react'
import { useTrialGate } from './queries.ts'

/** Props that make an element call a number, or offer an upgrade if calls are not included. */
export function useCall() {
  const gate = useTrialGate()
  return (phoneNumber: string) => {
    const href = `tel:${phoneNumber}`
    return {
      href,
      onClick: (event: MouseEvent) => {
        event.preventDefault()
        gate('call', () => location.assign(href))
      },
    }
  }
}
