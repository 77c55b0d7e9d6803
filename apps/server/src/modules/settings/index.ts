export { refreshAnswersInbound } from './answers-inbound.ts'
export { recordSettingChanged } from './record-setting-changed.ts'
export { changeSetting, parseSetting, readSetting, type SettingKind, writeSetting } from './setting.ts'
