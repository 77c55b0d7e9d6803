export { answerVisitTextSpec } from './answer-visit-text.job.ts'
