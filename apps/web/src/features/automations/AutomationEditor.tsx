import type { Automation } from '@frontdesk/contract/api'
import { AUTOMATION_NAME_MAX, type AutomationKind } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Input, NumberInput, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session/session.ts'
import { Form } from '../../ui/form/Form.tsx'
import { UnsavedChanges } from '../../ui/form/UnsavedChanges.tsx'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { ActionFields } from './ActionFields.tsx'
import { AutomationPreview } from './AutomationPreview.tsx'
import classes from './Automations.module.css'
import { UNIT_TEXTS } from './automation-texts.ts'
import { type AutomationValues, automationRule, DELAY_UNITS } from './automation-values.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { useAutomationForm } from './use-automation-form.ts'

interface Props {
  kind: AutomationKind
  /** null for a new one. */
  automation: Automation | null
  initial: AutomationValues
  onSaved?: (id: string) => void
}

/** The form of an automation, with a preview of what it would have applied to beside it. */
export function AutomationEditor({ kind, automation, initial, onSaved }: Props) {
  const { t } = useLingui()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { form, save } = useAutomationForm({ kind, automation, initial })
  const canEdit = automation?.canEdit ?? true
  const isEditable = canEdit && !isViewingAs
  const submit = async () => {
    const id = await save()
    if (id !== null) onSaved?.(id)
    return id !== null
  }
  return (
    <>
      <UnsavedChanges hasChanges={form.isChanged && isEditable} />
      {!canEdit && (
        <p className={classes.note}>
          <Trans>
            You can view this automation but not change it. To change it, you need the “Manage automations” permission
            and access to all its locations.
          </Trans>
        </p>
      )}
      <Form form={{ ...form, submit }} notice={form.notice}>
        <div className={classes.editor}>
          <fieldset className={classes.fields} disabled={!isEditable}>
            <PageSection title={t`When`}>
              <div className={classes.stack}>
                <TextInput
                  label={t`Name`}
                  description={
                    kind === 'follow-up' || kind === 'webchat'
                      ? t`Your team sees this name on its texts. Contacts don’t.`
                      : t`Your team sees this name in the conversations it reopens.`
                  }
                  maxLength={AUTOMATION_NAME_MAX}
                  data-autofocus
                  {...form.text('name')}
                />
                <DelayField kind={kind} form={form} />
              </div>
            </PageSection>
            <PageSection title={t`Which conversations`} text={t`Only those that meet every condition you choose.`}>
              <div className={classes.stack}>
                <ConditionFields form={form} />
              </div>
            </PageSection>
            <PageSection title={t`What it does`}>
              <div className={classes.stack}>
                <ActionFields kind={kind} form={form} />
              </div>
            </PageSection>
          </fieldset>
          <AutomationPreview kind={kind} rule={automationRule(kind, form.values)} />
        </div>
        {isEditable && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" component={Link} to="/marketing/automations">
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={form.isSaving} disabled={automation !== null && !form.isChanged}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        )}
      </Form>
    </>
  )
}

/** How long after its trigger an automation acts. */
function DelayField({ kind, form }: { kind: AutomationKind; form: ApiForm<AutomationValues> }) {
  const { t, i18n } = useLingui()
  const { values, set } = form
  const { error } = form.control('amount')
  return (
    <Input.Wrapper label={t`Wait`} labelElement="div" error={error} errorProps={{ mt: 4 }}>
      <div className={classes.delay}>
        <NumberInput
          aria-label={t`Wait`}
          name="amount"
          min={1}
          allowDecimal={false}
          allowNegative={false}
          error={error !== undefined}
          value={values.amount ?? ''}
          onChange={(value) => set('amount', typeof value === 'number' ? value : null)}
        />
        <Select
          aria-label={t`Unit`}
          allowDeselect={false}
          value={values.unit}
          onChange={(value) => set('unit', DELAY_UNITS.find((unit) => unit === value) ?? values.unit)}
          data={DELAY_UNITS.map((unit) => ({ value: unit, label: i18n._(UNIT_TEXTS[unit]) }))}
        />
        <p className={classes.after}>
          {kind === 'follow-up' && <Trans>after your last message, with no reply</Trans>}
          {kind === 'reopen' && <Trans>after the conversation was closed</Trans>}
          {kind === 'webchat' && <Trans>after the webchat started</Trans>}
        </p>
      </div>
    </Input.Wrapper>
  )
}
