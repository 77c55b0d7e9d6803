import type { Automation } from '@frontdesk/contract/api'
import { AUTOMATION_DELAY_MAX_MINUTES, type AutomationKind, missingAction } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { type AutomationValues, automationRule, automationValues, delayMinutes } from './automation-values.ts'
import { applyAutomation, automationById } from './queries.ts'
import { useAutomationParts } from './use-automation-parts.ts'

const DELAY_MAX_DAYS = AUTOMATION_DELAY_MAX_MINUTES / (24 * 60)

interface Options {
  kind: AutomationKind
  /** null for a new one. */
  automation: Automation | null
  initial: AutomationValues
}

/** The form of an automation. Untouched, it follows what teammates save; edited, it shows that on the next save. */
export function useAutomationForm({ kind, automation, initial }: Options) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const saved = useRef(automation)
  const form = useSharedForm<AutomationValues>({
    initial,
    parts: useAutomationParts(),
    rules: {
      name: required,
      amount: (_amount, values) =>
        delayMinutes(values) === null && t`Choose between 1 minute and ${DELAY_MAX_DAYS} days.`,
      text: (_text, values) => {
        const missing = missingAction(kind, values)
        if (missing === 'text') return t`Write the text to send.`
        return missing === 'any' && t`Write a text, or choose a teammate or a folder.`
      },
    },
    errorFields: {
      ConversationsUnassignable: 'assignToUserID',
      AssigneeUnknown: 'assignToUserID',
      FolderNotFound: 'folderKey',
    },
    save: async (values) => {
      const { name, version } = values
      const rule = automationRule(kind, values)
      if (!rule) throw new Error('The form accepted a delay that cannot be saved.')
      const existing = saved.current && version !== null && { id: saved.current.id, version }
      const { data } = await api.automations.save({ ...existing, name, ...rule })
      saved.current = data
      await applyAutomation(cache, data)
    },
    savedValues: () => (saved.current ? automationValues(saved.current) : undefined),
    onConflict: async (error) => {
      if (!automation || errorCode(error) !== 'ChangedMeanwhile') return undefined
      return automationValues(await cache.fetchQuery({ ...automationById(automation.id), staleTime: 0 }))
    },
  })
  const { isChanged, isSaving, values, rebase } = form
  if (automation && !isChanged && !isSaving && automation.version !== values.version)
    rebase(automationValues(automation))
  return {
    form,
    /** Saves the automation. Resolves to its id, or null if it could not be saved. */
    save: async (): Promise<string | null> => ((await form.submit()) ? (saved.current?.id ?? null) : null),
  }
}
