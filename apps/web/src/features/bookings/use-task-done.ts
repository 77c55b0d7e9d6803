import type { BookingTask } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { errorTextOf } from '../../ui/form/use-error-text.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'

/** Marks a task as done, with Undo. */
export function useTaskDone() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: ({ task: { id }, isDone }: { task: BookingTask; isDone: boolean }) =>
      isDone ? api.bookingTasks.done({ id }) : api.bookingTasks.undo({ id }),
    onSuccess: (_, { task, isDone }) => {
      if (!isDone) return
      showToast({
        id: task.id,
        title: t`Done`,
        text: task.booking.contact?.name ?? '',
        kind: 'news',
        action: { label: t`Undo`, run: () => change.mutate({ task, isDone: false }) },
        shownMs: UNDO_MS,
      })
    },
    onError: async (error, { task }) =>
      showToast({ id: task.id, title: t`Not saved`, text: await errorTextOf(error), kind: 'failure' }),
    onSettled: () => cache.invalidateQueries({ queryKey: BOOKINGS_KEY }),
  })
  return { isChanging: change.isPending, setDone: (task: BookingTask) => change.mutate({ task, isDone: true }) }
}
