import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { BOOKINGS_KEY } from '../booking/queries.ts'

const TASKS_KEY = [...BOOKINGS_KEY, 'tasks']

/** Open and completed tasks about one visit. */
export const tasksOfVisit = (bookingID: string) =>
  queryOptions({
    queryKey: [...TASKS_KEY, 'of-visit', bookingID],
    queryFn: async ({ signal }) => (await api.bookingTasks.getList({ bookingID }, { signal })).data.tasks,
  })

/** Open tasks about upcoming visits. */
export const openTasks = (locationIDs: string[] | undefined) =>
  queryOptions({
    queryKey: [...TASKS_KEY, 'open', locationIDs],
    queryFn: async ({ signal }) =>
      (await api.bookingTasks.getList({ ...(locationIDs && { locationIDs }) }, { signal })).data,
  })
