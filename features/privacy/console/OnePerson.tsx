import { useState } from 'react'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { useRace } from '#seam/console/useRace.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { saveBlob } from '#ui/network/handOver.ts'
import { consolePrivacyCopy, consolePrivacyErase, consolePrivacyPlan } from '../onePerson/onePerson.contract.ts'
import { deskWords as words } from './desk.words.ts'

const SHOWN = 10

/** Finds one runner, and gives a copy of the runner's data or erases the data. */
export const OnePerson = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [open, setOpen] = useState<number>()
  const found = useAsk(
    consoleRegistrationsList,
    { raceid, q, limit: SHOWN, counts: false },
    { enabled: q !== '', staleTime: 0 },
  )
  const items = q === '' ? [] : (found.data?.items ?? [])
  return (
    <Card title={t(words.one_title)}>
      <p className="max-w-[60ch] pb-3 text-soft">{t(words.one_text)}</p>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setQ(typed.trim())
        }}
      >
        <TextInput
          className="w-full md:w-96"
          label={t(words.one_search)}
          type="search"
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="plain" busy={found.isFetching} disabled={typed.trim() === ''}>
          {t(words.one_go)}
        </Button>
      </form>
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      <div aria-live="polite">
        {q !== '' && found.data && items.length === 0 ? <p className="pt-3 text-soft">{t(words.one_none)}</p> : null}
        {items.length > 0 ? (
          <ul className="divide-y divide-line pt-2">
            {items.map(({ id, name, event, mobile }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="min-w-0 break-words">
                  <span className="font-medium">{name}</span>{' '}
                  <span className="figures text-14 text-soft">{[event, mobile].filter(Boolean).join(' · ')}</span>
                </span>
                <Button look="quiet" onClick={() => setOpen(id)}>
                  {t(words.one_open, { name })}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {open === undefined ? null : <Person raceid={raceid} id={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

const List = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div className="min-w-0">
    <h3 className="font-medium">{title}</h3>
    <ul className="list-disc pl-5 text-14">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)

/** The dialog that copies or erases a runner's data, with the plan of the erasure. Both actions need a reason. */
const Person = ({ raceid, id, onClose }: { raceid: number; id: number; onClose: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const zone = useRace()?.zone
  const plan = useAsk(consolePrivacyPlan, { raceid, id }, { staleTime: 0 })
  const copy = useCall(consolePrivacyCopy, { quiet: true })
  const erase = useCall(consolePrivacyErase, { quiet: true })
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const day = (at: string) => dateText(at, lang, 'day', zone)
  const run = async (work: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await work()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const takeCopy = () =>
    run(async () => {
      const { page, data } = await copy.mutateAsync({ raceid, id, reason })
      saveBlob(new Blob([page], { type: 'text/html;charset=utf-8' }), `${raceid}-${id}.html`)
      saveBlob(new Blob([data], { type: 'application/json' }), `${raceid}-${id}.json`)
      toastSuccess(t(words.copied))
    })
  const askErasure = () =>
    run(async () => {
      const { due_at } = await erase.mutateAsync({ raceid, id, reason })
      toastSuccess(t(words.erase_asked, { day: day(due_at) }))
      void plan.refetch()
    })
  const { data } = plan
  const over = data?.erased_at ?? data?.asked_at
  return (
    <Dialog open wide title={data?.name ?? t(words.one_title)} onClose={onClose}>
      {plan.error ? <ErrorState error={plan.error} onRetry={() => void plan.refetch()} /> : null}
      {plan.isPending ? <Skeleton className="h-11" lines={4} /> : null}
      {data ? (
        <div className="grid gap-4">
          <p className="figures font-medium">
            {data.erased_at
              ? t(words.one_gone, { day: day(data.erased_at) })
              : t(data.asked_at ? words.one_waiting : words.one_due, { day: day(data.due_at) })}
          </p>
          {over ? null : (
            <div className="grid gap-4 md:grid-cols-2">
              <List title={t(words.will_go)} lines={data.gone} />
              <List title={t(words.will_stay)} lines={data.kept} />
            </div>
          )}
          {data.erased_at ? null : (
            <TextInput
              label={t(words.why)}
              value={reason}
              maxLength={200}
              error={refused?.fields.reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <Refusal refused={refused} />
          {data.erased_at ? null : (
            <div className="flex flex-wrap gap-3">
              <Button look="plain" busy={copy.isPending} onClick={() => void takeCopy()}>
                {t(words.copy)}
              </Button>
              {data.asked_at ? null : (
                <Button look="danger" busy={erase.isPending} onClick={() => void askErasure()}>
                  {t(words.erase)}
                </Button>
              )}
            </div>
          )}
        </div>
      ) : null}
    </Dialog>
  )
}
