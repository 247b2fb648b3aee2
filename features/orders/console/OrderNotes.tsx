import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type OrderNote, consoleOrdersNote, consoleOrdersNoted, consoleOrdersNotes } from '../notes/notes.contract.ts'
import { noteWords as words } from '../notes/notes.words.ts'

type Props = { raceid: number; orderid: number }
export const OrderNotes = ({ raceid, orderid }: Props) => {
  const t = useWords()
  const { may: has } = useMe(raceid)
  const list = useAsk(consoleOrdersNotes, { raceid, orderid, limit: 100 }, { staleTime: 0 })
  const may = has('money.refund')
  const again = () => void list.refetch()
  return (
    <Card title={t(words.title)}>
      <div className="grid gap-4">
        {list.isPending ? <Skeleton lines={2} className="h-10" /> : null}
        {list.error && !list.data ? <ErrorState error={list.error} onRetry={again} /> : null}
        {list.data?.items.length === 0 ? <p className="text-soft">{t(words.none)}</p> : null}
        <ul className="divide-y divide-line empty:hidden">
          {list.data?.items.map((note) => (
            <NoteLine key={note.id} raceid={raceid} note={note} may={may} again={again} />
          ))}
        </ul>
        {may ? <NoteForm raceid={raceid} orderid={orderid} onAdded={again} /> : null}
      </div>
    </Card>
  )
}

type LineProps = { raceid: number; note: OrderNote; may: boolean; again: () => void }
/** One comment. An open follow-up has the button that settles it. */
export const NoteLine = ({ raceid, note, may, again }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  const settle = useCall(consoleOrdersNoted)
  const { follow_on, settled_at } = note
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="whitespace-pre-line break-words">{note.body}</p>
        <p className="figures text-14 text-soft">
          {note.by} · {dateText(note.created_at, lang, 'minute')}
        </p>
      </div>
      {follow_on ? (
        <Chip tone={settled_at ? 'success' : 'warning'}>
          {t(words.on_day, { day: dateText(follow_on, lang, 'day') })}
          {settled_at ? ` · ${t(words.is_settled)}` : ''}
        </Chip>
      ) : null}
      {follow_on && !settled_at && may ? (
        <Button
          look="plain"
          busy={settle.isPending}
          onClick={() => settle.mutate({ raceid, id: note.id }, { onSettled: again })}
        >
          {t(words.done)}
        </Button>
      ) : null}
    </li>
  )
}

const NoteForm = ({ raceid, orderid, onAdded }: Props & { onAdded: () => void }) => {
  const t = useWords()
  const [body, setBody] = useState('')
  const [day, setDay] = useState('')
  const add = useCall(consoleOrdersNote)
  const fields = add.error?.fields ?? {}
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(
          { raceid, orderid, body, ...(day === '' ? {} : { follow_on: day }) },
          {
            onSuccess: () => {
              toastSuccess(t(words.added))
              setBody('')
              setDay('')
              onAdded()
            },
          },
        )
      }}
    >
      <TextArea
        label={t(words.body)}
        rows={2}
        maxLength={1000}
        value={body}
        error={fields.body}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="flex flex-wrap items-start gap-3">
        <TextInput
          label={t(words.follow_on)}
          type="date"
          value={day}
          error={fields.follow_on}
          onChange={(event) => setDay(event.target.value)}
        />
        <Button
          type="submit"
          busy={add.isPending}
          disabledReason={body.trim() === '' ? t(words.write_first) : undefined}
        >
          {t(words.add)}
        </Button>
      </div>
      <Refusal refused={add.error ?? undefined} />
    </form>
  )
}
