import type { Assignee, Conversation } from '@frontdesk/contract/api'
import { conversationRules, isBlank } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radio, Text, Textarea, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignConversation } from '../../../entities/conversation/assign-conversation.ts'
import { showUndoToast } from '../../../entities/conversation/undo-toast.ts'
import { dotOf, useTeammates } from '../../../entities/teammate/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { QueryState } from '../../../ui/state/QueryState.tsx'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { assigneesOf } from '../queries.ts'
import classes from './AssignModal.module.css'

interface Props {
  conversation: Conversation
  onClose: () => void
  onGone: () => void
}

const NOBODY = 'nobody'
/** Shorter lists need no search field. */
const SEARCH_FROM = 8

/** Assigns the conversation to a teammate with access to its location, or unassigns it. */
export function AssignModal({ conversation, onClose, onGone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const showFailure = useFailureToast()
  const people = useQuery(assigneesOf(conversation.sid))
  const present = conversation.attributes.toUserID ?? NOBODY
  const [term, setTerm] = useState('')

  const assignable = (people.data ?? []).filter(({ userID }) => conversationRules.assign(me, userID))
  const all = assignable.toSorted(
    (a, b) =>
      Number(b.userID === me.userId) - Number(a.userID === me.userId) || a.displayName.localeCompare(b.displayName),
  )
  const shown = all.filter(({ displayName }) => displayName.toLowerCase().includes(term.trim().toLowerCase()))

  const form = useApiForm({
    initial: { assignee: present, note: '' },
    save: async ({ assignee: chosen, note }) => {
      const isStillTheirs = await assignConversation(cache, conversation.sid, {
        toUserID: chosen === NOBODY ? null : chosen,
        note: note.trim() || undefined,
      })
      const name = all.find(({ userID }) => userID === chosen)?.displayName
      const title = name ? t`Assigned to ${name}` : t`Unassigned`
      const previous = conversation.attributes.toUserID
      if (chosen !== present) {
        const undo = () => assignConversation(cache, conversation.sid, { toUserID: previous }).catch(showFailure)
        showUndoToast(conversation, title, isStillTheirs ? undo : undefined)
      }
      if (!isStillTheirs) onGone()
    },
  })
  const { assignee: chosen, note } = form.values
  return (
    <FormModal
      title={t`Assign to a teammate`}
      submitLabel={t`Assign`}
      form={form}
      onClose={onClose}
      isDisabled={!people.data || (chosen === present && isBlank(note))}
    >
      {/* Mounted once the list has loaded, which may be after the dialog set its initial focus: autoFocus, not only data-autofocus. */}
      <QueryState query={people} rows={3}>
        {() => (
          <>
            {all.length >= SEARCH_FROM && (
              <TextInput
                aria-label={t`Search teammates`}
                placeholder={t`Search teammates`}
                leftSection={<IconSearch size={16} />}
                value={term}
                onChange={(event) => setTerm(event.currentTarget.value)}
                data-autofocus
                autoFocus
              />
            )}
            <Radio.Group aria-label={t`Teammate`} className={classes.people} {...form.control('assignee')}>
              {term.trim() === '' && (
                <Radio
                  value={NOBODY}
                  data-autofocus={present === NOBODY || undefined}
                  autoFocus={present === NOBODY && all.length < SEARCH_FROM}
                  classNames={{ root: classes.person, body: classes.body, labelWrapper: classes.label }}
                  label={
                    <span className={classes.who}>
                      <span className={classes.name}>
                        <Trans>Unassigned</Trans>
                      </span>
                      <span className={classes.soft}>
                        <Trans>Anyone on your team can pick it up</Trans>
                      </span>
                    </span>
                  }
                />
              )}
              {shown.map((person) => (
                <PersonOption
                  key={person.userID}
                  person={person}
                  isMe={person.userID === me.userId}
                  isPresent={person.userID === present}
                  hasFocus={person.userID === present && all.length < SEARCH_FROM}
                />
              ))}
              {shown.length === 0 && (
                <Text size="sm" c="dimmed" p={8}>
                  <Trans>No results</Trans>
                </Text>
              )}
            </Radio.Group>
          </>
        )}
      </QueryState>
      <Textarea
        label={t`Note`}
        description={t`Optional. Only your team sees it in the conversation.`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        {...form.text('note')}
      />
    </FormModal>
  )
}

interface OptionProps {
  person: Assignee
  isMe: boolean
  isPresent: boolean
  hasFocus: boolean
}

function PersonOption({ person, isMe, isPresent, hasFocus }: OptionProps) {
  const dot = dotOf(useTeammates().find(({ userID }) => userID === person.userID))
  return (
    <Radio
      value={person.userID}
      data-autofocus={isPresent || undefined}
      autoFocus={hasFocus}
      classNames={{ root: classes.person, body: classes.body, labelWrapper: classes.label }}
      label={
        <>
          <Avatar name={person.displayName} colorKey={person.userID} image={person.profileUrl} size={30} dot={dot} />
          <span className={classes.who}>
            <span className={classes.name}>
              {person.displayName}
              {isMe && (
                <span className={classes.soft}>
                  {' '}
                  <Trans>(you)</Trans>
                </span>
              )}
            </span>
            <span className={classes.soft}>
              <Plural value={person.openConversations} one="# open conversation" other="# open conversations" />
            </span>
          </span>
        </>
      }
    />
  )
}
