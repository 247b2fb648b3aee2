import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, durationText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type SubmissionState,
  consoleResultsHandins,
  consoleResultsRefuse,
  consoleResultsTake,
  submissionStates,
} from '../submissions/submissions.contract.ts'
import { submissionWords as words } from './submission.words.ts'

type List = OutputOf<typeof consoleResultsHandins>
type One = List['items'][number]
const plain = (time: string) => durationText(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))

/**
 * The results that runners submitted, each with its proof. Staff correct the time and accept the result, or refuse it
 * with a reason.
 */
export const SubmissionsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [state, setState] = useState<SubmissionState>('waiting')
  const list = useInfiniteQuery<List, Refused>({
    queryKey: [consoleResultsHandins.path, raceid, state],
    queryFn: ({ pageParam }) =>
      call(consoleResultsHandins, {
        raceid,
        state,
        limit: 20,
        ...(pageParam ? { after: pageParam as string } : {}),
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const error = list.isFetchNextPageError ? null : list.error
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const waiting = list.data?.pages[0]?.waiting ?? 0
  return (
    <DeskPage title={t(words.title)} description={t(words.description)}>
      <Segmented
        label={t(words.filter)}
        value={state}
        onChange={(chosen) => setState(chosen as SubmissionState)}
        options={submissionStates.map((value) => ({
          value,
          label: value === 'waiting' && waiting > 0 ? `${t(words.waiting)} ${countText(waiting)}` : t(words[value]),
        }))}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonCards count={3} className="h-40" />
      ) : items.length === 0 ? (
        <Empty
          title={t(state === 'waiting' ? words.none : words.none_other)}
          description={state === 'waiting' ? t(words.none_text) : undefined}
        />
      ) : null}
      <ul className="grid gap-4">
        {items.map((one) => (
          <li key={one.id}>
            <SubmissionCard raceid={raceid} one={one} onDone={() => void list.refetch()} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </DeskPage>
  )
}

const SubmissionCard = ({ raceid, one, onDone }: { raceid: number; one: One; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const take = useCall(consoleResultsTake)
  const [time, setTime] = useState(plain(one.time))
  const [refused, setRefused] = useState<Refused>()
  const [large, setLarge] = useState(false)
  const [refusing, setRefusing] = useState(false)
  const decide = async () => {
    setRefused(undefined)
    try {
      const { place } = await take.mutateAsync({ raceid, id: one.id, time: time.trim() })
      toastSuccess(t(words.did_take, { place: place ?? '–' }))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <section
      className="grid gap-4 rounded bg-surface p-4 shadow-card md:grid-cols-[12rem_minmax(0,1fr)_18rem] md:p-6"
      aria-label={one.name}
    >
      <button
        type="button"
        onClick={() => setLarge(true)}
        aria-label={t(words.open_proof, { name: one.name })}
        className="h-40 cursor-zoom-in overflow-hidden rounded bg-sunk"
      >
        <img src={one.proof} alt="" loading="lazy" className="size-full object-cover" />
      </button>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone="race">{one.event}</Chip>
          <span className="figures text-14 text-soft">{dateText(one.created_at, lang, 'deadline')}</span>
        </div>
        <p className="mt-2 text-20 font-bold">{one.name}</p>
        <p className="figures text-soft">{one.bib ?? '–'}</p>
        <p className="mt-3 text-14 text-soft">{t(words.claimed)}</p>
        <p className="display text-40">{plain(one.time)}</p>
        {one.note ? <p className="mt-2">{`${t(words.note)}：${one.note}`}</p> : null}
        {one.reason ? <p className="mt-2">{one.reason}</p> : null}
        {one.taken_time ? <p className="figures mt-2">{`${t(words.counted)} ${plain(one.taken_time)}`}</p> : null}
      </div>
      {one.state === 'waiting' ? (
        <div className="flex flex-col gap-3">
          <TextInput
            label={t(words.time)}
            hint={t(words.time_hint)}
            value={time}
            error={refused?.fields.time}
            onChange={(event) => setTime(event.target.value)}
            maxLength={10}
            inputClassName="figures"
          />
          {refused && !refused.fields.time ? (
            <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
              {refused.msg}
            </p>
          ) : null}
          <div className="flex gap-2">
            <Button className="flex-1" busy={take.isPending} onClick={() => void decide()}>
              {t(words.take)}
            </Button>
            <Button className="flex-1" look="danger" onClick={() => setRefusing(true)}>
              {t(words.refuse)}
            </Button>
          </div>
        </div>
      ) : null}
      <Dialog open={large} wide onClose={() => setLarge(false)} title={t(words.proof)}>
        <img src={one.proof} alt={t(words.proof)} className="max-h-[70dvh] w-full object-contain" />
      </Dialog>
      {refusing ? <RefuseDialog raceid={raceid} one={one} onClose={() => setRefusing(false)} onDone={onDone} /> : null}
    </section>
  )
}

const RefuseDialog = ({
  raceid,
  one,
  onClose,
  onDone,
}: {
  raceid: number
  one: One
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const send = useCall(consoleResultsRefuse)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const decide = async () => {
    try {
      await send.mutateAsync({ raceid, id: one.id, reason })
      toastSuccess(t(words.did_refuse))
      onClose()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.refuse_title, { name: one.name })}
      action={t(words.refuse)}
      look="danger"
      busy={send.isPending}
      onClose={onClose}
      onDo={() => void decide()}
    >
      <TextInput
        label={t(words.reason)}
        value={reason}
        error={refused?.fields.reason ?? refused?.msg}
        onChange={(event) => setReason(event.target.value)}
        maxLength={200}
      />
    </AskDialog>
  )
}
