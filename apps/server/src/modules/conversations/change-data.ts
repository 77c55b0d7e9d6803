import { z } from 'zod'

/** What every event of a changed conversation may say. */
export const ChangeData = z.object({
  bulkActionId: z.uuid().optional().describe('The bulk action that made this change, or undid it.'),
})
