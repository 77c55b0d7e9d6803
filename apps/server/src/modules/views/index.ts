export { INBOX_VIEWS } from './queries.ts'
export { deleteView, listSavedViews, saveView, type ViewKind } from './saved-views.ts'
