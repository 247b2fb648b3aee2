import { useEffect, useEffectEvent, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { inBox } from '#features/messages/box.words.ts'
import { audiences, type MessageAudience } from '#features/registrations/lookup/recipients.rules.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { countText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleAnnouncementsPreview, consoleAnnouncementsSend } from '../contract.ts'
import { inEach } from '../rules.ts'
import { words } from '../words.ts'

const languages: readonly { value: Lang; label: string }[] = [
  { value: 'zh-cn', label: '简体' },
  { value: 'zh-tw', label: '繁體' },
  { value: 'en', label: 'English' },
]
const empty = { 'zh-cn': '', 'zh-tw': '', en: '' }
type Draft = { eventid: string; audience: MessageAudience; title: typeof empty; body: typeof empty; by_text: boolean }
const fresh: Draft = { eventid: '', audience: 'all', title: empty, body: empty, by_text: false }

type Props = {
  raceid: number
  events: readonly { id: number; name: string }[]
  onClose: () => void
  onSent: () => void
}

/**
 * Writes and sends an announcement in three languages. The preview shows the announcement as its readers see it, and
 * counts them. The device keeps the typed text.
 */
export const AnnouncementDialog = ({ raceid, events, onClose, onSent }: Props) => {
  const t = useWords()
  const kept = openDraft<Draft>('announcement', raceid, [])
  const [draft, setDraft] = useState<Draft>({ ...fresh, ...kept.read() })
  const [lang, setLang] = useState<Lang>('zh-cn')
  const [shown, setShown] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleAnnouncementsSend)
  const whom = { raceid, audience: draft.audience, ...(draft.eventid ? { eventid: Number(draft.eventid) } : {}) }
  const count = useAsk(consoleAnnouncementsPreview, whom, { staleTime: 5_000 })
  const keep = useEffectEvent((typed: Draft) => kept.write(typed))
  useEffect(() => keep(draft), [draft])
  const change = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch })
  const nobody = count.data?.registrations === 0 ? t(words.nobody) : undefined
  const unwritten =
    draft.title['zh-cn'].trim() === '' || draft.body['zh-cn'].trim() === '' ? t(words.need_title) : undefined
  const go = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({ ...whom, title: draft.title, body: draft.body, by_text: draft.by_text })
      kept.clear()
      toastSuccess(t(words.sent))
      onSent()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const countedIn = ({ registrations, accounts, mobiles }: NonNullable<typeof count.data>) =>
    t(words.count, { n: countText(registrations), accounts: countText(accounts) }) +
    (draft.by_text ? ` · ${t(words.count_texts, { n: countText(mobiles) })}` : '')
  const counted = count.data ? countedIn(count.data) : t(words.counting)
  const asRead = inBox('announcement', { title: inEach(draft.title), text: inEach(draft.body) }, lang)
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
              {t(words.send)}
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
          <div className="grid gap-4 md:grid-cols-2">
            <Select
              label={t(words.whom)}
              value={draft.audience}
              onChange={(event) => change({ audience: event.target.value as MessageAudience })}
              options={audiences.map((value) => ({ value, label: t(words.audience[value]) }))}
            />
            <Select
              label={t(words.event)}
              value={draft.eventid}
              onChange={(event) => change({ eventid: event.target.value })}
              options={[
                { value: '', label: t(words.all_events) },
                ...events.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          </div>
        )}
        <Segmented
          label={t(words.language)}
          value={lang}
          onChange={(value) => setLang(value as Lang)}
          options={languages}
        />
        {shown ? (
          <article lang={lang} className="rounded bg-sunk p-4">
            <p className="font-bold">{asRead.title}</p>
            <p className="mt-1.5 whitespace-pre-line break-words text-soft">{asRead.text}</p>
          </article>
        ) : (
          <>
            <TextInput
              label={t(words.heading)}
              lang={lang}
              value={draft.title[lang]}
              maxLength={60}
              error={refused?.fields.title}
              hint={lang === 'zh-cn' ? undefined : t(words.fallback)}
              onChange={(event) => change({ title: { ...draft.title, [lang]: event.target.value } })}
            />
            <TextArea
              label={t(words.body)}
              lang={lang}
              value={draft.body[lang]}
              maxLength={2000}
              rows={7}
              error={refused?.fields.body}
              onChange={(event) => change({ body: { ...draft.body, [lang]: event.target.value } })}
            />
            <Checkbox checked={draft.by_text} onChange={(event) => change({ by_text: event.target.checked })}>
              {t(words.by_text)}
            </Checkbox>
          </>
        )}
        <p role="status" className="figures text-soft">
          {counted}
          {draft.by_text ? <span className="block">{t(words.quiet)}</span> : null}
          {shown ? <span className="block">{t(words.sure)}</span> : null}
        </p>
        {refused ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
