import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Facts } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { consoleResultsSheets } from '../../contract.ts'
import { consoleResultsPublish, consoleResultsSchedule } from '../../publication/publication.contract.ts'
import { type PublicationState, isEarly } from '../../publication/publication.rules.ts'
import { publicationStateWords } from '../../publication/publication.words.ts'
import { words as results } from '../console.words.ts'
import { Differences } from './Differences.tsx'
import { publishWords as words } from './publish.words.ts'

export type SheetListed = OutputOf<typeof consoleResultsSheets>['events'][number]
export const sheetState = ({ published_at, official_at }: SheetListed): PublicationState =>
  published_at === null ? 'none' : official_at === null ? 'provisional' : 'official'

type Props = { raceid: number; sheet: SheetListed; zone: string | undefined; onClose: () => void; onDone: () => void }
const nextOf = { none: 'provisional', provisional: 'official', official: 'official' } as const

/** Returns the fields of a publication: the new state, the moment and the note. */
const usePublishing = ({ raceid, sheet, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const now = sheetState(sheet)
  const publish = useCall(consoleResultsPublish)
  const arrange = useCall(consoleResultsSchedule)
  const [to, setTo] = useState<PublicationState>(nextOf[now])
  const [note, setNote] = useState('')
  const [at, setAt] = useState<string | null>()
  const [refused, setRefused] = useState<Refused>()
  const [asked, setAsked] = useState<'protests' | 'early'>()
  const again = now === 'official' && to === 'provisional'
  const said =
    to === 'none'
      ? results.taken_back
      : again
        ? words.done_again
        : to === 'official'
          ? words.done_official
          : results.published_now
  const send = async (despite = false, early = false) => {
    setRefused(undefined)
    if (!early && to !== 'none' && isEarly(sheet.ahead, at ?? null)) return setAsked('early')
    try {
      if (at && to !== 'none') await arrange.mutateAsync({ raceid, eventid: sheet.id, at, state: to, note })
      else
        await publish.mutateAsync({
          raceid,
          eventid: sheet.id,
          published: to !== 'none',
          state: to === 'none' ? 'provisional' : to,
          note,
          seen: sheet.version ?? 0,
          despite,
        })
      toastSuccess(t(at && to !== 'none' ? words.arranged_done : said))
      onDone()
      onClose()
    } catch (thrown) {
      const failed = refusedFrom(thrown, lang)
      setAsked(failed.refusal === 'protests_open' ? 'protests' : undefined)
      setRefused(failed.refusal === 'protests_open' ? undefined : failed)
      if (failed.refusal === 'published_meanwhile') onDone()
    }
  }
  return {
    now,
    to,
    setTo,
    note,
    setNote,
    at,
    setAt,
    again,
    refused,
    asked,
    setAsked,
    send,
    busy: publish.isPending || arrange.isPending,
  }
}

type ConfirmProps = Pick<Props, 'sheet' | 'zone'> & { form: ReturnType<typeof usePublishing> }
/** Asks again before a publication with open protests, and before a publication ahead of the start. */
const Confirm = ({ sheet, zone, form }: ConfirmProps) => {
  const t = useWords()
  const { lang } = useLang()
  const early = form.asked === 'early'
  return (
    <AskDialog
      title={t(early ? words.early_title : words.protests_title)}
      action={t(early ? words.early_anyway : words.protests_anyway)}
      look="danger"
      busy={form.busy}
      refused={form.refused}
      onClose={() => form.setAsked(undefined)}
      onDo={() => void form.send(!early, true)}
    >
      <p>
        {early
          ? t(words.early_text, { at: dateText(sheet.ahead, lang, 'deadline', zone) })
          : t(words.protests_text, { n: countText(sheet.protests) })}
      </p>
    </AskDialog>
  )
}

/**
 * The dialog that publishes an event's results, makes them official or hides them again. It first shows counts, such as
 * the number of results without a name. Then it shows the changes since the version that runners see.
 */
export const PublishDialog = (props: Props) => {
  const { raceid, sheet, zone, onClose } = props
  const t = useWords()
  const form = usePublishing(props)
  const { now, to, at, again } = form
  const actions = {
    none: words.none,
    provisional: again ? words.confirm_again : words.publish,
    official: words.confirm_official,
  }
  if (form.asked) return <Confirm form={form} {...props} />
  return (
    <AskDialog
      wide
      title={`${t(now === 'none' ? words.publish : words.change)} · ${sheet.name}`}
      action={t(at && to !== 'none' ? words.arrange : actions[to])}
      look={to === 'none' || again ? 'danger' : 'strong'}
      busy={form.busy}
      disabledReason={
        again && form.note.trim() === '' ? t(words.reason_text) : at === null && to !== 'none' ? t(words.at) : undefined
      }
      refused={form.refused}
      onClose={onClose}
      onDo={() => void form.send()}
    >
      <RadioCards
        label={t(words.as)}
        value={to}
        onChange={(value) => form.setTo(value as PublicationState)}
        options={[
          {
            value: 'provisional',
            label: t(publicationStateWords.provisional),
            description: t(words.provisional_text),
          },
          { value: 'official', label: t(publicationStateWords.official), description: t(words.official_text) },
          ...(now === 'none'
            ? []
            : [{ value: 'none', label: t(words.none), description: `${t(words.seen_already)}${t(words.none_text)}` }]),
        ]}
      />
      {to === 'none' ? null : (
        <>
          <Differences raceid={raceid} eventid={sheet.id} zone={zone} />
          <Looked sheet={sheet} />
        </>
      )}
      <TextInput
        label={t(again ? words.reason : words.note)}
        optional={!again}
        value={form.note}
        maxLength={300}
        onChange={(event) => form.setNote(event.target.value)}
      />
      {to === 'none' ? null : (
        <>
          <Checkbox
            checked={at !== undefined}
            onChange={(event) => form.setAt(event.target.checked ? null : undefined)}
          >
            {t(words.later)}
          </Checkbox>
          {at === undefined ? null : (
            <DateTimeInput label={t(words.at)} value={at} onChange={form.setAt} {...(zone ? { zone } : {})} />
          )}
        </>
      )}
    </AskDialog>
  )
}

/** Shows counts of an event's results, such as the number of results without a name. */
const Looked = ({ sheet }: { sheet: SheetListed }) => {
  const t = useWords()
  const off = [
    sheet.registered > 0 && sheet.matched < sheet.results
      ? t(results.off_unmatched, { n: countText(sheet.results - sheet.matched) })
      : undefined,
    sheet.nameless > 0 ? t(results.off_nameless, { n: countText(sheet.nameless) }) : undefined,
    sheet.doubtful > 0 ? t(results.off_doubtful, { n: countText(sheet.doubtful) }) : undefined,
    sheet.protests > 0 ? t(words.protests_open, { n: countText(sheet.protests) }) : undefined,
  ].filter((line) => line !== undefined)
  return (
    <>
      <Facts
        rows={[
          [t(results.results), countText(sheet.results)],
          [t(results.fact_matched), countText(sheet.matched)],
          [t(results.fact_nameless), countText(sheet.nameless)],
          [t(results.fact_doubtful), countText(sheet.doubtful)],
          [t(results.fact_changed), countText(sheet.changed)],
        ]}
      />
      {off.length > 0 ? (
        <div className="grid gap-1 rounded bg-warning-tint px-4 py-3 text-warning-ink" role="alert">
          {off.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
    </>
  )
}
