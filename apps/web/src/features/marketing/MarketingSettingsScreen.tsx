import type { ConversationConfigs, MarketingSettings } from '@frontdesk/contract/api'
import { can, countSegments, OPT_IN_TEXT_MAX, unknownVariables } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { conversationConfigsQuery } from '../../entities/conversation-configs/queries.ts'
import { marketingSettingsQuery } from '../../entities/marketing/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'

const PERMISSION = SCREEN_PERMISSIONS['/marketing/settings']

/** The texts of opt-ins, and whether first-time texters are asked to subscribe. */
export function MarketingSettingsScreen() {
  const { t } = useLingui()
  const settings = useQuery(marketingSettingsQuery)
  const configs = useQuery(conversationConfigsQuery)
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <PageLayout title={t`Marketing settings`} text={t`What people get when they subscribe by text.`}>
      <QueryState query={settings} rows={3}>
        {(data) => <Texts stored={data} />}
      </QueryState>
      <QueryState query={configs} rows={1}>
        {(data) => <FirstText stored={data} />}
      </QueryState>
      <PageSection
        isCard
        title={t`Who gets marketing, and when`}
        text={t`Marketing texts are sent only during the hours allowed where each person lives, and only to people who agreed to get them.`}
      >
        <Anchor component={Link} to="/settings/sending" size="sm">
          <Trans>Quiet hours, consent, and daily limit</Trans>
        </Anchor>
      </PageSection>
    </PageLayout>
  )
}

const isWritten = (text: string) => text.trim() !== '' && unknownVariables(text).length === 0

function Texts({ stored }: { stored: MarketingSettings }) {
  const { t } = useLingui()
  return (
    <PageSection
      isCard
      title={t`Subscription texts`}
      text={t`Keywords without their own text send these. Include your business name and both ways to opt out: REMOVE and STOP.`}
    >
      <TextField
        name="questionText"
        label={t`Question before they join`}
        description={t`Sent when someone texts a keyword with double opt-in.`}
        stored={stored}
      />
      <TextField
        name="subscribedText"
        label={t`Confirmation`}
        description={t`Sent once they’re subscribed.`}
        stored={stored}
      />
    </PageSection>
  )
}

interface FieldProps {
  name: 'questionText' | 'subscribedText'
  label: string
  description: string
  stored: MarketingSettings
}

function TextField({ name, label, description, stored }: FieldProps) {
  const cache = useQueryClient()
  const { value, change, state, flush } = useSavedDraft({
    stored: stored[name],
    queryKey: marketingSettingsQuery.queryKey,
    isValid: isWritten,
    save: async (text) => {
      const { version } = cache.getQueryData(marketingSettingsQuery.queryKey) ?? stored
      const { data } = await api.marketingSettings.save({ [name]: text, version })
      cache.setQueryData(marketingSettingsQuery.queryKey, data)
    },
  })
  return (
    <>
      <SubscriptionText label={label} description={description} value={value} onChange={change} onBlur={flush} />
      <SaveNote state={state} />
    </>
  )
}

interface TextProps {
  label: string
  description: string
  value: string
  onChange: (text: string) => void
  onBlur: () => void
}

/** A text of an opt-in, with what is wrong or missing. */
function SubscriptionText({ label, description, value, onChange, onBlur }: TextProps) {
  const { t } = useLingui()
  const [unknown] = unknownVariables(value)
  const error =
    value.trim() === '' ? t`Write a text.` : unknown === undefined ? undefined : t`There’s no variable :${unknown}:`
  const namesWaysOut = /\bSTOP\b/i.test(value) && /\bREMOVE\b/i.test(value)
  return (
    <>
      <Textarea
        mt="sm"
        label={label}
        description={description}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={OPT_IN_TEXT_MAX}
        dir="auto"
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      <Text size="xs" c="dimmed" mt={4}>
        <Plural value={countSegments(value).segments} one="Billed as # message." other="Billed as # messages." />{' '}
        {!namesWaysOut && t`Say how to opt out: “Reply REMOVE to unsubscribe (or STOP).”`}
      </Text>
    </>
  )
}

/** Asks people who text for the first time whether they want marketing texts. */
function FirstText({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { value, change, state, flush } = useSavedDraft({
    stored: stored.directMessageAutoSubscribeMessage,
    queryKey: conversationConfigsQuery.queryKey,
    isValid: ({ isEnabled, message }) => !isEnabled || isWritten(message),
    save: async (directMessageAutoSubscribeMessage) => {
      const { version } = cache.getQueryData(conversationConfigsQuery.queryKey) ?? stored
      const { data } = await api.conversationConfigs.save({ directMessageAutoSubscribeMessage, version })
      cache.setQueryData(conversationConfigsQuery.queryKey, data)
    },
  })
  return (
    <PageSection
      isCard
      title={t`First-time texters`}
      text={t`Asks people who text you for the first time whether they want your offers. No one is asked twice.`}
    >
      <Switch
        label={t`Ask first-time texters to subscribe`}
        checked={value.isEnabled}
        onChange={(event) => change({ ...value, isEnabled: event.currentTarget.checked })}
      />
      {value.isEnabled && (
        <SubscriptionText
          label={t`Question`}
          description={t`People who reply YES are subscribed.`}
          value={value.message}
          onChange={(message) => change({ ...value, message })}
          onBlur={flush}
        />
      )}
      <SaveNote state={state} />
    </PageSection>
  )
}
