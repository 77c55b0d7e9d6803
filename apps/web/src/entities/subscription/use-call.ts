import type { MouseEvent } from 'react'
import { useTrialGate } from './queries.ts'

/** What makes an element call a number; where calls are not included it offers an upgrade instead. */
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
