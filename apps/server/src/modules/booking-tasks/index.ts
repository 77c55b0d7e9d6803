export { addBookingTask, type NewBookingTask } from './add-booking-task.ts'
