export { answerInboundSpec } from './auto-reply.job.ts'
