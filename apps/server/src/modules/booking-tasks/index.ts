export { addBookingTask, closeBookingTasks, type NewBookingTask } from './add-booking-task.ts'
export { hasBookingTask } from './has-booking-task.ts'
