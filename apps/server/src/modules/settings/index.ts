export { refreshAnswersInbound } from './answers-inbound.ts'
export type { SettingDeps } from './deps.ts'
export { readSetting, type SettingKind, writeSetting } from './setting.ts'
export { tellOfSetting } from './tell.ts'
