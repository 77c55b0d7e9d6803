import type { SettingSubject } from '@frontdesk/contract/rules'

/** The name of a setting's subject is its query key. */
export const settingKey = <Subject extends SettingSubject>(subject: Subject) => [subject] as const
