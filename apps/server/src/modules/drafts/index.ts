export { deleteDraft, publishDraft, saveDraft } from './drafts.ts'
