import type { Conversation } from '@frontdesk/contract/api'
import { Suspense } from 'react'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { ChannelWindow } from './ChannelWindow.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { SendNotice } from './SendNotice.tsx'
import { ScheduledList } from './scheduling/ScheduledList.tsx'
import { TooLongNotice } from './TooLongNotice.tsx'
import { TranslationStrip } from './translation/TranslationStrip.tsx'
import type { ComposerModel } from './use-composer.ts'

const LinkHint = lazyWithRetry(async () => ({ default: (await import('./LinkHint.tsx')).LinkHint }))
const ViaMenu = lazyWithRetry(async () => ({ default: (await import('./ViaMenu.tsx')).ViaMenu }))

interface Props {
  composer: ComposerModel
  conversation: Conversation
  zone: string
}

/** Above the field: scheduled messages, and everything that affects how the text is sent. */
export function ComposerNotices({ composer, conversation, zone }: Props) {
  const { sid, text, via, preview, windowLeft, translation, write, schedule, schedulingError } = composer
  return (
    <>
      <ScheduledList conversation={conversation} zone={zone} />
      {windowLeft !== null && <ChannelWindow conversation={conversation} left={windowLeft} />}
      {conversation.attributes.isClosed && <ClosedNotice conversation={conversation} />}
      <SendNotice conversation={conversation} viaSid={via?.sid} gateAnswer={preview} onSendAt={schedule} />
      <ErrorText error={schedulingError} mb="xs" />
      {text.includes('://') && (
        <Suspense>
          <LinkHint sid={sid} text={text} onReplace={write} />
        </Suspense>
      )}
      {via && (
        <Suspense>
          <ViaMenu pairs={via.pairs} chosen={via.sid} onChoose={via.choose} />
        </Suspense>
      )}
      <TooLongNotice sid={sid} text={text} />
      {translation.offer && <TranslationStrip {...translation} offer={translation.offer} text={text} />}
    </>
  )
}
