import type { AudienceRule, ContactCriteria, MessageOrigin } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCriteriaText } from '../../../entities/contact/use-criteria-text.ts'
import classes from './MessageOrigin.module.css'

/** The rule that selected a contact, and the others of its audience, as they were when it was sent. */
export function OriginAudience({ audience }: { audience: NonNullable<MessageOrigin['audience']> }) {
  const { rules, ruleIndex, excludesOpenConversations } = audience
  const rule = ruleIndex === null ? undefined : rules[ruleIndex]
  const others = rules.filter((each) => each !== rule)
  return (
    <>
      {rule && (
        <p>
          <Matched rule={rule} />
        </p>
      )}
      {others.length > 0 && (
        <>
          <p>{rule ? <Trans>It also went to:</Trans> : <Trans>It went to:</Trans>}</p>
          <ul className={classes.list}>
            {others.map((other) => (
              <li key={JSON.stringify(other)}>
                <RuleText rule={other} />
              </li>
            ))}
          </ul>
        </>
      )}
      {excludesOpenConversations && (
        <p>
          <Trans>People with an open conversation were left out.</Trans>
        </p>
      )}
    </>
  )
}

function Matched({ rule }: { rule: AudienceRule }) {
  const { i18n } = useLingui()
  switch (rule.kind) {
    case 'segment': {
      const { name, criteria } = rule
      if (name === null) return <Trans>They were in a segment that isn’t shared with you.</Trans>
      return (
        <>
          <Trans>They were in the segment “{name}”.</Trans> <Conditions criteria={criteria} />
        </>
      )
    }
    case 'group':
      if (rule.name === null) return <Trans>They were in another location’s group.</Trans>
      return (
        <>
          <Trans>They were in the group “{rule.name}”.</Trans> <Conditions criteria={rule.criteria} />
        </>
      )
    case 'tags': {
      const tags = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(rule.tags)
      return <Trans>They had the tag {tags}.</Trans>
    }
    case 'subscribers':
      return <Trans>They were subscribed to marketing texts.</Trans>
    case 'filter':
      return Object.keys(rule.criteria).length === 0 ? (
        <Trans>It went to all contacts.</Trans>
      ) : (
        <>
          <Trans>They matched the filter.</Trans> <Conditions criteria={rule.criteria} />
        </>
      )
    case 'selected':
      return <Trans>They were selected by hand.</Trans>
  }
}

function RuleText({ rule }: { rule: AudienceRule }) {
  switch (rule.kind) {
    case 'segment': {
      const { name, criteria } = rule
      return name === null ? (
        <Trans>A segment that isn’t shared with you</Trans>
      ) : (
        <>
          <Trans>Segment: {name}</Trans> <Conditions criteria={criteria} />
        </>
      )
    }
    case 'group':
      return rule.name === null ? (
        <Trans>Another location’s group</Trans>
      ) : (
        <>
          <Trans>Group: {rule.name}</Trans> <Conditions criteria={rule.criteria} />
        </>
      )
    case 'tags':
      return <Trans>Tags: {rule.tags.join(', ')}</Trans>
    case 'subscribers':
      return <Trans>Subscribers</Trans>
    case 'filter':
      return Object.keys(rule.criteria).length === 0 ? (
        <Trans>All contacts</Trans>
      ) : (
        <>
          <Trans>Everyone who matches a filter</Trans> <Conditions criteria={rule.criteria} />
        </>
      )
    case 'selected':
      return <Trans>Selected contacts</Trans>
  }
}

/** The conditions of a filter at that time. */
function Conditions({ criteria }: { criteria: ContactCriteria | null }) {
  return criteria && <ConditionsText criteria={criteria} />
}

function ConditionsText({ criteria }: { criteria: ContactCriteria }) {
  const text = useCriteriaText(criteria)
  return text !== null && <span className={classes.soft}>({text})</span>
}
