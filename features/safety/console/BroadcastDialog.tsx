import { useState } from 'react'
import { inBox } from '#features/messages/box.words.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { countText } from '#ui/language/clock.ts'
import { langNames, useWords } from '#ui/language/lang.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { langs } from '#contract/words.ts'
import { consoleSafetyPreview, consoleSafetySend } from '../contract.ts'
import { type SafetyAudience, safetyAudiences } from '../rules.ts'
import { safetyDeskWords as words } from './safetyDesk.words.ts'

type Said = { 'zh-cn'?: string; 'zh-tw'?: string; en?: string }
type Draft = { eventid: string; audience: SafetyAudience; title: Said; body: Said; by_text: boolean; minutes: number }
const fresh: Draft = { eventid: '', audience: 'entered', title: {}, body: {}, by_text: true, minutes: 240 }
const filled = (said: Said) => ({
  'zh-cn': said['zh-cn']?.trim() ?? '',
  'zh-tw': said['zh-tw']?.trim() ?? '',
  en: said.en?.trim() ?? '',
})

type Props = {
  raceid: number
  events: readonly { id: number; name: string }[]
  onClose: () => void
  onSent: () => void
}

/** Writes a broadcast, shows its text and its recipients, and sends it after a confirmation. */
export const BroadcastDialog = ({ raceid, events, onClose, onSent }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState(fresh)
  const [shown, setShown] = useState(false)
  const [sure, setSure] = useState(false)
  const send = useCall(consoleSafetySend)
  const change = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch })
  const [title, body] = [filled(draft.title), filled(draft.body)]
  const whom = {
    raceid,
    audience: draft.audience,
    eventids: draft.eventid === '' ? [] : [Number(draft.eventid)],
  }
  const unwritten = title['zh-cn'] === '' || body['zh-cn'] === ''
  const go = () =>
    send.mutate(
      { ...whom, title, body, by_text: draft.by_text, minutes: draft.minutes, confirmed: sure },
      {
        onSuccess: () => {
          toastSuccess(t(words.sent))
          onSent()
        },
      },
    )
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
            <Button look="danger" busy={send.isPending} disabledReason={sure ? undefined : t(words.sure)} onClick={go}>
              {t(words.send)}
            </Button>
          </>
        ) : (
          <Button
            disabledReason={unwritten ? `${t(words.heading)} · ${t(words.body)}` : undefined}
            onClick={() => setShown(true)}
          >
            {t(words.next)}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {shown ? (
          <Shown whom={whom} title={title} body={body} by_text={draft.by_text} />
        ) : (
          <Fields draft={draft} change={change} events={events} fields={send.error?.fields ?? {}} />
        )}
        {shown ? (
          <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
            {t(words.sure)}
          </Checkbox>
        ) : null}
        <Refusal refused={send.error ?? undefined} />
      </div>
    </Dialog>
  )
}

type FieldsProps = {
  draft: Draft
  change: (patch: Partial<Draft>) => void
  events: Props['events']
  fields: Readonly<Record<string, string>>
}
const Fields = ({ draft, change, events, fields }: FieldsProps) => {
  const t = useWords()
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={t(words.whom)}
          value={draft.audience}
          onChange={(event) => change({ audience: event.target.value as SafetyAudience })}
          options={safetyAudiences.map((value) => ({ value, label: t(words.audience[value]) }))}
        />
        <Select
          label={t(words.events)}
          value={draft.eventid}
          onChange={(event) => change({ eventid: event.target.value })}
          options={[
            { value: '', label: t(words.all_events) },
            ...events.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <WordsInput
        label={t(words.heading)}
        max={30}
        value={draft.title}
        error={fields['title.zh-cn']}
        onChange={(title) => change({ title })}
      />
      <WordsInput
        long
        label={t(words.body)}
        max={150}
        value={draft.body}
        error={fields['body.zh-cn']}
        onChange={(body) => change({ body })}
      />
      <NumberInput
        label={t(words.minutes)}
        min={5}
        max={1440}
        value={draft.minutes}
        error={fields.minutes}
        onChange={(minutes) => change({ minutes })}
      />
      <Checkbox checked={draft.by_text} onChange={(event) => change({ by_text: event.target.checked })}>
        {t(words.by_text)}
      </Checkbox>
    </>
  )
}

type ShownProps = {
  whom: { raceid: number; audience: SafetyAudience; eventids: number[] }
  title: ReturnType<typeof filled>
  body: ReturnType<typeof filled>
  by_text: boolean
}
/** The broadcast as its readers see it in each language, with the counted recipients. */
const Shown = ({ whom, title, body, by_text }: ShownProps) => {
  const t = useWords()
  const count = useAsk(consoleSafetyPreview, whom, { staleTime: 0 })
  const every = (said: ReturnType<typeof filled>) => ({
    'zh-cn': said['zh-cn'],
    'zh-tw': said['zh-tw'] || said['zh-cn'],
    en: said.en || said['zh-cn'],
  })
  return (
    <>
      {langs.map((lang) => {
        const asRead = inBox('safety', { race: '', title: every(title), text: every(body) }, lang)
        return (
          <article key={lang} lang={lang} className="rounded bg-danger-tint p-4 text-danger-ink">
            <p className="text-14">{langNames[lang]}</p>
            <p className="break-words font-bold">{asRead.title}</p>
            <p className="break-words">{every(body)[lang]}</p>
          </article>
        )
      })}
      <p role="status" className="figures">
        {count.data
          ? t(words.count, {
              n: countText(count.data.registrations),
              accounts: countText(count.data.accounts),
            }) + (by_text ? ` · ${t(words.texts, { n: countText(count.data.mobiles) })}` : '')
          : t(words.counting)}
        <span className="block">{t(words.at_once)}</span>
      </p>
    </>
  )
}
