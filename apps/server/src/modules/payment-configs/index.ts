export { allocateNumber } from './number-series.ts'
export { readPaymentConfigs, savePaymentConfigs } from './settings.ts'
