export { allocateNumber } from './number-series.ts'
export { readPaymentConfigs } from './settings.ts'
