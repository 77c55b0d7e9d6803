import { AUTOMATION_PREVIEW_DAYS, type AutomationKind } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Automations.module.css'
import { type AutomationRule, automationPreview } from './queries.ts'

const PREVIEW_AFTER_MS = 400

/** To how many conversations the automation would have applied lately, once the editing pauses. */
export function AutomationPreview({ kind, rule }: { kind: AutomationKind; rule: AutomationRule | null }) {
  const { t } = useLingui()
  return (
    <aside className={classes.preview} aria-label={t`Preview`}>
      {rule ? (
        <Matches rule={rule} />
      ) : (
        <p className={classes.soft}>
          <Trans>Enter a wait time to see how many conversations match.</Trans>
        </p>
      )}
      <p className={classes.soft}>
        {kind === 'follow-up' && (
          <Trans>
            Only messages that your team writes in a conversation start a follow-up. Campaigns, group messages, and
            automatic replies don’t. There’s a daily limit of automatic texts per contact. Change it in Settings,
            Sending and links.
          </Trans>
        )}
        {kind === 'reopen' && (
          <Trans>
            Counts conversations that are closed now. A conversation is reopened once, and again only after someone
            writes in it.
          </Trans>
        )}
        {kind === 'webchat' && <Trans>Webchat isn’t available yet. This automation starts working once it is.</Trans>}
      </p>
    </aside>
  )
}

function Matches({ rule }: { rule: AutomationRule }) {
  const { i18n } = useLingui()
  // The text does not change the number of matches, and typing it should not count again.
  const { text: _text, ...actions } = rule.actions
  const [debounced] = useDebouncedValue(
    JSON.stringify({ ...rule, actions: { ...actions, text: '' } }),
    PREVIEW_AFTER_MS,
  )
  const preview = useQuery(automationPreview(JSON.parse(debounced) as AutomationRule))
  return (
    <QueryState query={preview} rows={2}>
      {({ conversations, isMore }) => (
        <p role="status">
          <span className={classes.figure}>
            {i18n.number(conversations)}
            {isMore && '+'}
          </span>{' '}
          <Plural
            value={conversations}
            one={`conversation would have matched in the last ${AUTOMATION_PREVIEW_DAYS} days`}
            other={`conversations would have matched in the last ${AUTOMATION_PREVIEW_DAYS} days`}
          />
        </p>
      )}
    </QueryState>
  )
}
