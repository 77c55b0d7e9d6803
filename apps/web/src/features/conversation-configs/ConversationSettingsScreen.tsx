import type { ConversationConfigs } from '@frontdesk/contract/api'
import { type AutoClose, can, unknownVariables } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, NumberInput, Select, Space, Switch, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { conversationConfigsQuery } from '../../entities/conversation-configs/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useTeammates } from '../../entities/teammate/queries.ts'
import { translationQuery } from '../../entities/translation/queries.ts'
import { api } from '../../lib/api.ts'
import { languageOptions } from '../../lib/language-name.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'

interface Props {
  /** A section passed in by the route. */
  folders: ReactNode
}

export function ConversationSettingsScreen({ folders }: Props) {
  const { t } = useLingui()
  const configs = useQuery(conversationConfigsQuery)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return (
    <PageLayout title={t`Conversations`} text={t`Automatic replies and assignment.`}>
      <QueryState query={configs} rows={4}>
        {(data) => (
          <>
            <FirstReply stored={data} />
            <AutoAssign stored={data} />
            <Unanswered stored={data} />
            <AutoCloseSetting stored={data} />
            {folders}
            <Subscribers stored={data} />
            <Translation stored={data} />
            <Assistance stored={data} />
          </>
        )}
      </QueryState>
    </PageLayout>
  )
}

function useConfig<Key extends Exclude<keyof ConversationConfigs, 'version'>>(
  key: Key,
  stored: ConversationConfigs,
  isValid: (value: ConversationConfigs[Key]) => boolean = () => true,
) {
  const cache = useQueryClient()
  return useSavedDraft({
    stored: stored[key],
    queryKey: conversationConfigsQuery.queryKey,
    isValid,
    save: async (value) => {
      const { version } = cache.getQueryData(conversationConfigsQuery.queryKey) ?? stored
      const { data } = await api.conversationConfigs.save({ [key]: value, version })
      cache.setQueryData(conversationConfigsQuery.queryKey, data)
    },
  })
}

function FirstReply({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state, flush } = useConfig(
    'replyOnNewMessage',
    stored,
    ({ isEnabled, message }) => !isEnabled || message.trim() !== '',
  )
  return (
    <PageSection
      isCard
      title={t`First reply`}
      text={t`Sent once to every new contact in reply to their first text. When you’re closed, the after-hours response is sent instead.`}
    >
      <Answer label={t`Reply to new contacts`} value={value} onChange={change} onBlur={flush} />
      <SaveNote state={state} />
    </PageSection>
  )
}

interface AnswerProps {
  label: string
  hint?: string
  /** Label of its text. */
  words?: string
  value: ConversationConfigs['replyOnNewMessage']
  onChange: (value: ConversationConfigs['replyOnNewMessage']) => void
  onBlur: () => void
}

/** An auto-reply: its switch and its text. */
function Answer({ label, hint, words, value, onChange, onBlur }: AnswerProps) {
  const { t } = useLingui()
  const unknown = unknownVariables(value.message)
  return (
    <>
      <Switch
        label={label}
        description={hint}
        checked={value.isEnabled}
        onChange={(event) => onChange({ ...value, isEnabled: event.currentTarget.checked })}
      />
      {value.isEnabled && (
        <Textarea
          mt="sm"
          label={words ?? t`Reply`}
          description={t`You can use template variables, such as :contact_first_name:`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1600}
          error={
            value.message.trim() === ''
              ? t`Write the reply, or turn it off`
              : unknown.length > 0 && t`There’s no variable :${unknown[0] ?? ''}:`
          }
          value={value.message}
          onChange={(event) => onChange({ ...value, message: event.currentTarget.value })}
          onBlur={onBlur}
        />
      )}
    </>
  )
}

function AutoAssign({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfig('isAutoAssign', stored)
  return (
    <PageSection
      isCard
      title={t`Assignment`}
      text={t`New and reopened unassigned conversations go to the next available teammate at that location.`}
    >
      <Switch
        label={t`Round-robin assignment`}
        checked={value}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {value && <Participants stored={stored} />}
      <SaveNote state={state} />
      {value && <TurnRules stored={stored} />}
    </PageSection>
  )
}

/** Settings of round-robin assignment. */
function TurnRules({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const capacity = useConfig('autoAssignCapacity', stored, (value) => value === null || (value >= 1 && value <= 500))
  const present = useConfig('isAutoAssignOnlyPresent', stored)
  const inHours = useConfig('isAutoAssignInHours', stored)
  return (
    <>
      <NumberInput
        mt="sm"
        maw={480}
        label={t`Open conversations per teammate`}
        description={t`Leave empty for no limit. Conversations over the limit stay unassigned until someone has room.`}
        min={1}
        max={500}
        allowDecimal={false}
        value={capacity.value ?? ''}
        onChange={(value) => capacity.change(typeof value === 'number' ? value : null)}
        onBlur={capacity.flush}
      />
      <SaveNote state={capacity.state} />
      <Switch
        mt="sm"
        label={t`Only teammates who are online`}
        description={t`Skips anyone who hasn’t used Frontdesk for 10 minutes. They’re included again when they come back.`}
        checked={present.value}
        onChange={(event) => present.change(event.currentTarget.checked)}
      />
      <SaveNote state={present.state} />
      <Switch
        mt="sm"
        label={t`Only during business hours`}
        checked={inHours.value}
        onChange={(event) => inHours.change(event.currentTarget.checked)}
      />
      <SaveNote state={inHours.state} />
    </>
  )
}

const NEVER = 'never'

/** Settings for assignees who don't reply, and for texts in closed conversations. */
function Unanswered({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfig('reassignAfterMinutes', stored)
  const keeps = useConfig('reopenKeepsAssignee', stored)
  const options = [10, 15, 30, 60, 120, 240]
  const shown = value === null || options.includes(value) ? options : [...options, value].sort((a, b) => a - b)
  return (
    <PageSection
      isCard
      title={t`Reassign if no one replies`}
      text={t`Counted in business hours from the first unanswered text. The conversation goes to the next teammate, up to five times.`}
    >
      <Select
        aria-label={t`Reassign if no one replies`}
        maw={240}
        allowDeselect={false}
        value={value === null ? NEVER : String(value)}
        onChange={(next) => next && change(next === NEVER ? null : Number(next))}
        data={[
          { value: NEVER, label: t`Never` },
          ...shown.map((minutes) => ({
            value: String(minutes),
            label:
              minutes === 60
                ? t`After 1 hour`
                : minutes % 60 === 0
                  ? t`After ${minutes / 60} hours`
                  : t`After ${minutes} minutes`,
          })),
        ]}
      />
      <SaveNote state={state} />
      <Switch
        mt="sm"
        label={t`Reopened conversations keep their assignee`}
        description={t`Otherwise a text in a closed conversation makes it unassigned.`}
        checked={keeps.value}
        onChange={(event) => keeps.change(event.currentTarget.checked)}
      />
      <SaveNote state={keeps.state} />
    </PageSection>
  )
}

function Participants({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const people = useTeammates()
  const { value, change, state } = useConfig('autoAssignUserIDs', stored)
  const assignable = new Set(people.map(({ userID }) => userID))
  return (
    <>
      <MultiSelect
        mt="sm"
        maw={480}
        label={t`Teammates in the rotation`}
        description={t`Leave empty for everyone who can see the conversation’s location.`}
        placeholder={value === null ? t`Everyone` : ''}
        searchable
        clearable
        value={(value ?? []).filter((id) => assignable.has(id))}
        onChange={(ids) => change(ids.length > 0 ? ids : null)}
        data={people.map(({ userID, userName }) => ({ value: userID, label: userName }))}
      />
      <SaveNote state={state} />
    </>
  )
}

function AutoCloseSetting({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfig('autoClose', stored)
  const parting = useConfig('autoCloseMessage', stored, ({ isEnabled, message }) => !isEnabled || message.trim() !== '')
  const options: Record<AutoClose, string> = {
    never: t`Never`,
    '1-day': t`After 1 day`,
    '3-days': t`After 3 days`,
    '7-days': t`After 7 days`,
    '14-days': t`After 14 days`,
    '1-month': t`After 1 month`,
  }
  return (
    <PageSection
      isCard
      title={t`Auto-close`}
      text={t`Closes conversations with no texts for this long. The next text reopens them. Unread conversations stay open.`}
    >
      <Select
        aria-label={t`Auto-close`}
        maw={240}
        allowDeselect={false}
        value={value}
        onChange={(next) => next && change(next as AutoClose)}
        data={Object.entries(options).map(([key, label]) => ({ value: key, label }))}
      />
      <SaveNote state={state} />
      {value !== 'never' && (
        <>
          <Space h="sm" />
          <Answer
            label={t`Send a message before closing`}
            hint={t`Only to contacts who have texted you, and only during business hours. Until then the conversation stays open.`}
            words={t`Closing message`}
            value={parting.value}
            onChange={parting.change}
            onBlur={parting.flush}
          />
          <SaveNote state={parting.state} />
        </>
      )}
    </PageSection>
  )
}

function Subscribers({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const isWritten = ({ isEnabled, message }: ConversationConfigs['replyOnNewMessage']) =>
    !isEnabled || message.trim() !== ''
  const popUp = useConfig('replyOnNewPopUpSubscriberMessage', stored, isWritten)
  return (
    <PageSection
      isCard
      title={t`Welcome message for subscribers`}
      text={t`Takes effect once you have a pop-up. Texts for opt-in keywords are in Marketing settings.`}
    >
      <Answer
        label={t`When someone subscribes in a pop-up`}
        value={popUp.value}
        onChange={popUp.change}
        onBlur={popUp.flush}
      />
      <SaveNote state={popUp.state} />
    </PageSection>
  )
}

const NO_TRANSLATION = 'off'

function Translation({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const language = useConfig('translateTo', stored)
  const isAvailable = useQuery(translationQuery).data?.isAvailable ?? true
  return (
    <PageSection
      isCard
      title={t`Translation`}
      text={t`Shows texts in other languages in yours too, and previews your reply in the contact’s language before you send it. Both versions are kept. Texts that may be in another language are sent to an AI service.`}
    >
      <Select
        maw={240}
        label={t`Your team’s language`}
        allowDeselect={false}
        disabled={!isAvailable}
        description={
          isAvailable
            ? undefined
            : t`Translation isn’t set up here. Contact your Frontdesk administrator (they need to set AI_API_KEY).`
        }
        value={language.value ?? NO_TRANSLATION}
        onChange={(next) => next && language.change(next === NO_TRANSLATION ? null : next)}
        data={[{ value: NO_TRANSLATION, label: t`Don’t translate` }, ...languageOptions(language.value)]}
      />
      <SaveNote state={language.state} />
    </PageSection>
  )
}

function Assistance({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const replies = useConfig('isAIAutoReplies', stored)
  return (
    <PageSection
      isCard
      title={t`AI`}
      text={t`Takes effect once you have set up an AI employee. Until then nothing is answered automatically.`}
    >
      <Switch
        label={t`Automatic AI replies`}
        checked={replies.value}
        onChange={(event) => replies.change(event.currentTarget.checked)}
      />
      <SaveNote state={replies.state} />
    </PageSection>
  )
}
