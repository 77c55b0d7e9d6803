import type { OptInKeyword } from '@frontdesk/contract/api'
import {
  countSegments,
  DEFAULT_MARKETING_SETTINGS,
  normalizeOptInKeyword,
  OPT_IN_KEYWORD_MAX,
  OPT_IN_TEXT_MAX,
  unknownVariables,
} from '@frontdesk/contract/rules'
import { Plural, useLingui } from '@lingui/react/macro'
import { NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { marketingSettingsQuery } from '../../entities/marketing/queries.ts'
import { optInKeywordsQuery } from '../../entities/opt-in-keyword/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Values {
  tenantPhoneNumber: string
  keyword: string
  isDoubleOptIn: boolean
  /** Empty: the text of the marketing settings. */
  questionText: string
  replyText: string
  isEnabled: boolean
}

/** Adds a keyword, or edits one. Texts that are left empty are those of the marketing settings. */
export function EditKeywordModal({ keyword, onClose }: { keyword: OptInKeyword | null; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const numbers = useQuery(phoneNumbersQuery).data ?? []
  const defaults = useQuery(marketingSettingsQuery).data ?? DEFAULT_MARKETING_SETTINGS
  const textRule = (text: string) => {
    const [unknown] = unknownVariables(text)
    return unknown === undefined ? undefined : t`There’s no variable :${unknown}:`
  }
  const form = useApiForm<Values>({
    initial: {
      tenantPhoneNumber: keyword?.tenantPhoneNumber ?? numbers[0]?.phoneNumber ?? '',
      keyword: keyword?.keyword ?? '',
      isDoubleOptIn: keyword?.isDoubleOptIn ?? true,
      questionText: keyword?.questionText ?? '',
      replyText: keyword?.replyText ?? '',
      isEnabled: keyword?.isEnabled ?? true,
    },
    rules: {
      keyword: (word) =>
        normalizeOptInKeyword(word) === null
          ? t`Use one word with 2 to 20 letters or numbers and no spaces.`
          : undefined,
      questionText: textRule,
      replyText: textRule,
    },
    errorFields: { KeywordInvalid: 'keyword', KeywordReserved: 'keyword', KeywordTaken: 'keyword' },
    save: async ({ questionText, replyText, ...values }) => {
      await api.optInKeywords.save({
        ...values,
        questionText: questionText.trim() || null,
        replyText: replyText.trim() || null,
        ...(keyword && { id: keyword.id, version: keyword.version }),
      })
      await cache.invalidateQueries({ queryKey: optInKeywordsQuery.queryKey })
    },
  })
  const { isDoubleOptIn, questionText, replyText } = form.values
  return (
    <FormModal
      title={keyword ? t`Edit keyword` : t`Add keyword`}
      submitLabel={keyword ? t`Save` : t`Add keyword`}
      form={form}
      onClose={onClose}
    >
      <TextInput
        label={t`Keyword`}
        description={t`One word that people text you, such as DEALS. Capitalization doesn’t matter.`}
        maxLength={OPT_IN_KEYWORD_MAX}
        data-autofocus
        {...form.text('keyword')}
      />
      <NativeSelect
        label={t`Phone number`}
        {...form.text('tenantPhoneNumber')}
        data={numbers.map(({ phoneNumber }) => ({ value: phoneNumber, label: phoneText(phoneNumber) }))}
      />
      <Switch
        label={t`Ask for a YES first (double opt-in)`}
        description={t`Proves that the phone’s owner agreed. Carriers recommend it.`}
        {...form.checkbox('isDoubleOptIn')}
      />
      {isDoubleOptIn && (
        <OptInText
          label={t`Question`}
          standard={defaults.questionText}
          field={form.text('questionText')}
          text={questionText}
        />
      )}
      <OptInText
        label={isDoubleOptIn ? t`Reply to YES` : t`Reply`}
        standard={defaults.subscribedText}
        field={form.text('replyText')}
        text={replyText}
      />
      <Switch
        label={t`On`}
        description={t`While it’s off, the word is treated like any other text.`}
        {...form.checkbox('isEnabled')}
      />
    </FormModal>
  )
}

interface TextProps {
  label: string
  /** Sent while the field is empty. */
  standard: string
  text: string
  field: object
}

function OptInText({ label, standard, text, field }: TextProps) {
  const { t } = useLingui()
  const { segments } = countSegments(text || standard)
  const namesWaysOut = /\bSTOP\b/i.test(text) && /\bREMOVE\b/i.test(text)
  return (
    <div>
      <Textarea
        label={label}
        description={t`Leave it empty to send the text of your marketing settings.`}
        placeholder={standard}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={OPT_IN_TEXT_MAX}
        dir="auto"
        {...field}
      />
      <Text size="xs" c="dimmed" mt={4}>
        <Plural value={segments} one="Billed as # message." other="Billed as # messages." />{' '}
        {text.trim() !== '' && !namesWaysOut && t`Say how to opt out: “Reply REMOVE to unsubscribe (or STOP).”`}
      </Text>
    </div>
  )
}
