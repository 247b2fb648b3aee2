import { useEffect, useEffectEvent, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { useRace } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleAnnouncementsPreview, consoleAnnouncementsSend } from '../contract.ts'
import { wrongVariable } from '../variables.rules.ts'
import { refusals, words } from '../words.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { type AnnouncementDraft, type Selection, fresh } from './draft.ts'
import { MessagePreview } from './MessagePreview.tsx'
import { MessageWriting } from './MessageWriting.tsx'

type Props = {
  raceid: number
  events: readonly { id: number; name: string }[]
  /** The registrations that staff selected in the table. */
  selection: Selection | undefined
  onClose: () => void
  onSent: () => void
}

/**
 * The dialog for an announcement in three languages. The preview shows the message that one of the readers gets, the
 * number of readers, and the price. The device keeps the typed text.
 */
export const AnnouncementDialog = ({ raceid, events, selection, onClose, onSent }: Props) => {
  const t = useWords()
  const zone = useRace()?.zone
  const now = useNow(5_000)
  const kept = openDraft<AnnouncementDraft>('announcement', raceid, [])
  const [draft, setDraft] = useState<AnnouncementDraft>({
    ...fresh,
    ...kept.read(),
    ...(selection ? { audience: 'chosen' as const, eventid: '' } : {}),
  })
  const [lang, setLang] = useState<Lang>('zh-cn')
  const [shown, setShown] = useState(false)
  const [after, setAfter] = useState<number>()
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleAnnouncementsSend, { quiet: true })
  const audience = draft.audience === 'chosen' && !selection ? 'all' : draft.audience
  const whom = {
    raceid,
    audience,
    ...(audience === 'chosen' ? { filter: selection } : {}),
    ...(draft.eventid && audience !== 'chosen' ? { eventid: Number(draft.eventid) } : {}),
  }
  const written = shown ? { title: draft.title, body: draft.body } : {}
  const count = useAsk(
    consoleAnnouncementsPreview,
    { ...whom, ...written, by_text: draft.by_text, ...(after === undefined ? {} : { after }) },
    { staleTime: 5_000 },
  )
  const keep = useEffectEvent((typed: AnnouncementDraft) => kept.write(typed))
  useEffect(() => keep(draft), [draft])
  const change = (patch: Partial<AnnouncementDraft>) => setDraft({ ...draft, ...patch })
  const nobody = count.data?.registrations === 0 ? t(words.nobody) : undefined
  const wrongOne = wrongVariable(draft.title, draft.body)
  const isPast = draft.later && draft.send_at !== null && Date.parse(draft.send_at) <= now
  const unwritten =
    draft.title['zh-cn'].trim() === '' || draft.body['zh-cn'].trim() === ''
      ? t(words.need_title)
      : wrongOne
        ? t(refusals.variable_unknown.message, { word: wrongOne.word })
        : draft.later && draft.send_at === null
          ? t(words.need_time)
          : isPast
            ? t(refusals.announcement_in_the_past.message)
            : undefined
  const go = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({
        ...whom,
        title: draft.title,
        body: draft.body,
        by_text: draft.by_text,
        by_mail: draft.by_mail,
        ...(draft.later && draft.send_at ? { send_at: draft.send_at } : {}),
        ...(count.data ? { registrations: count.data.registrations } : {}),
      })
      kept.clear()
      toastSuccess(t(draft.later ? words.scheduled : words.sent))
      onSent()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      void count.refetch()
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(shown ? words.next : words.write)}
      actions={
        shown ? (
          <>
            <Button look="plain" onClick={() => setShown(false)}>
              {t(words.back)}
            </Button>
            <Button busy={send.isPending} disabledReason={nobody} onClick={() => void go()}>
              {t(draft.later ? words.schedule : words.send)}
            </Button>
          </>
        ) : (
          <Button disabledReason={unwritten ?? nobody} onClick={() => setShown(true)}>
            {t(words.next)}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {shown ? null : (
          <>
            <AudienceFields {...{ draft: { ...draft, audience }, events, selection }} onChange={change} />
            <MessageWriting {...{ raceid, draft, lang, zone, refused, isPast }} onLang={setLang} onChange={change} />
          </>
        )}
        <MessagePreview
          {...{ draft, lang, shown }}
          counted={count.data}
          onLang={setLang}
          onNext={() => setAfter(count.data?.sample?.id)}
        />
        {refused ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {Object.values(refused.fields)[0] ?? refused.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
