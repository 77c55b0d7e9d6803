export { type DocumentLogo, findLogo } from './logos.ts'
export { allocateNumber } from './number-series.ts'
export { readPaymentConfigs, savePaymentConfigs } from './settings.ts'
