export { answerVisitTextSpec } from './answer-visit-text.job.ts'
export { endWait } from './end-wait.ts'
export { settleOnPage } from './settle-on-page.ts'
