import type { ScreenReport } from '@frontdesk/contract/api'
import { createStore } from '../create-store.ts'

const report = createStore<ScreenReport>({
  isActive: true,
  page: '/',
  isApp: matchMedia('(display-mode: standalone)').matches,
})

/** The state that this screen reports to teammates: its page, and whether it is in use. */
export const ownScreen = {
  ...report,
  set: (changes: Partial<ScreenReport>) => report.set({ ...report.get(), ...changes }),
}
