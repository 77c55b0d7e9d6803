import { z } from 'zod'

/** Data that every event of a changed conversation may have. */
export const ChangeData = z.object({
  bulkActionId: z.uuid().optional().describe('The bulk action that made this change, or undid it.'),
})
