export { pageOperations } from './operations.ts'
export { proofCode } from './proof-code.ts'
