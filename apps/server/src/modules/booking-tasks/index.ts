export { addBookingTask, type NewBookingTask } from './add-booking-task.ts'
export { hasBookingTask } from './has-booking-task.ts'
