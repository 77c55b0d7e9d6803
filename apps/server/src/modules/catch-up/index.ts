export { catchUp } from './catch-up.ts'
