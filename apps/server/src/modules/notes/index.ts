export { addNote } from './add-note.ts'
export { noteRoutes } from './routes.ts'
