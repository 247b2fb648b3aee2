import { Check, Printer, RotateCw, TriangleAlert, WifiOff, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useTitle } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import type { HallJob, HallView } from '../contract.ts'
import { sheetFor } from '../rules.ts'
import { hallWords as words } from './hall.words.ts'
import { JobPicture } from './JobPicture.tsx'
import { printOn } from './onPaper.ts'
import { TestPicture } from './TestPicture.tsx'
import { type At, useAwake, useStation, useWholeWindow } from './useStation.ts'

/** The page of the computer at a hall's printer. It takes a sheet, prints it, and reports the outcome. */
export const HallPrinterPage = () => {
  const t = useWords()
  const { key, view, error, lost, act, again } = useStation('printer')
  useTitle(t(words.printer))
  useAwake()
  useWholeWindow()
  return (
    <main id="main" tabIndex={-1} className="fixed inset-0 z-40 overflow-y-auto bg-ground outline-none">
      <div className="mx-auto grid w-full max-w-[64rem] gap-4 p-4 md:p-8">
        {view?.station.kind === 'printer' ? (
          <>
            <header className="flex flex-wrap items-center justify-between gap-3">
              <h1 className="text-28 font-bold">
                {t(words.printer)} <span className="font-normal text-soft">{view.station.name}</span>
              </h1>
              <div className="flex flex-wrap gap-2">
                {lost ? (
                  <span role="status">
                    <Chip tone="warning" icon={<WifiOff className="size-4" aria-hidden />}>
                      {t(words.lost)}
                    </Chip>
                  </span>
                ) : null}
                <Chip>{t(words.paper, { paper: view.settings.paper })}</Chip>
                <Chip tone={view.waiting > 0 ? 'race' : 'plain'}>{t(words.waiting, { n: view.waiting })}</Chip>
              </div>
            </header>
            {view.test ? (
              <Card title={t(words.test)}>
                <TestPicture key={view.test.at} view={view} onOver={again} />
              </Card>
            ) : null}
            <Desk view={view} act={act} lost={lost} />
            {view.next.length > 0 ? (
              <Card title={t(words.next)}>
                <ol className="divide-y divide-line">
                  {view.next.map((job) => (
                    <li key={job.id} className="flex justify-between gap-4 py-2">
                      <span className="truncate">{job.name ?? t(words.hidden)}</span>
                      <span className="figures text-soft">{job.bib}</span>
                    </li>
                  ))}
                </ol>
              </Card>
            ) : null}
          </>
        ) : view ? (
          <Empty page title={t(words.wrong_kind)} description={t(words.no_station_text)} />
        ) : error ? (
          <ErrorState page error={error} />
        ) : key === undefined ? (
          <Empty page title={t(words.no_station)} description={t(words.no_station_text)} />
        ) : (
          <SkeletonCards count={2} className="h-40" />
        )}
      </div>
    </main>
  )
}

const Desk = ({ view, act, lost }: { view: HallView; act: At['act']; lost: boolean }) => {
  const t = useWords()
  const job = view.current
  const [auto, setAuto] = useState(false)
  const [busy, setBusy] = useState(false)
  const [ready, setReady] = useState<{ id: number; address: string; width: number; height: number }>()
  /** Sheets that this page has sent to the printer. Another window may have begun other sheets. */
  const [begun, setBegun] = useState<ReadonlySet<number>>(new Set())
  const said = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const picture = job && ready?.id === job.id ? ready : undefined
  /** Prints the sheet. The server gets the report first, so that no other window prints the same sheet. */
  const print = (action: 'print' | 'again') =>
    said(async () => {
      if (!job || !picture || !(await act(action, job.id))) return
      setBegun((before) => new Set([...before, job.id]))
      await printOn(picture.address, sheetFor(view.settings.paper, picture.width, picture.height))
      if (auto) await act('done', job.id)
    })
  const goOn = useEffectEvent(() => {
    if (!auto || busy || lost) return
    if (!job && view.waiting > 0) void said(() => act('take'))
    else if (job?.state === 'taken' && picture) void print('print')
  })
  const [jobid, state, drawn] = [job?.id, job?.state, picture?.id]
  // oxlint-disable-next-line react/set-state-in-effect -- a job begins by itself, and the printer is busy from then on
  useEffect(() => goOn(), [auto, busy, lost, jobid, state, view.waiting, drawn])
  return (
    <>
      <Card title={t(words.in_hand)}>
        {job ? (
          <div className="grid items-start gap-6 md:grid-cols-2">
            <div className="flex h-[26rem] items-center justify-center rounded bg-sunk p-4">
              <JobPicture
                key={job.id}
                job={job}
                onReady={(address, width, height) => setReady({ id: job.id, address, width, height })}
              />
            </div>
            <div className="grid gap-4">
              <p className="text-20 font-bold">{t(words.for, { name: job.name ?? t(words.hidden), bib: job.bib })}</p>
              <Sheet
                job={job}
                known={begun.has(job.id)}
                busy={busy}
                drawn={picture !== undefined}
                print={print}
                end={(action) => void said(() => act(action, job.id))}
              />
            </div>
          </div>
        ) : (
          <Empty
            title={view.waiting > 0 ? t(words.waiting, { n: view.waiting }) : t(words.nothing)}
            description={view.waiting > 0 ? undefined : t(words.nothing_text)}
            action={
              <Button
                icon={<Printer className="size-5" aria-hidden />}
                busy={busy}
                {...(view.waiting > 0 ? {} : { disabledReason: t(words.nothing) })}
                onClick={() => void said(() => act('take'))}
              >
                {t(words.take)}
              </Button>
            }
          />
        )}
      </Card>
      <Card>
        <Checkbox checked={auto} onChange={(event) => setAuto(event.target.checked)}>
          {t(words.auto)}
        </Checkbox>
        <p className="text-14 text-soft">{t(words.auto_text)}</p>
      </Card>
    </>
  )
}

type SheetProps = {
  job: HallJob
  known: boolean
  busy: boolean
  drawn: boolean
  print: (action: 'print' | 'again') => Promise<void>
  end: (action: 'done' | 'failed') => void
}
const Sheet = ({ job, known, busy, drawn, print, end }: SheetProps) => {
  const t = useWords()
  const waits = drawn ? {} : { disabledReason: t(words.drawing_first) }
  if (job.state === 'taken')
    return (
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Printer className="size-5" aria-hidden />}
          busy={busy}
          {...waits}
          onClick={() => void print('print')}
        >
          {t(words.go)}
        </Button>
        <Button look="plain" icon={<X className="size-5" aria-hidden />} disabled={busy} onClick={() => end('failed')}>
          {t(words.failed)}
        </Button>
      </div>
    )
  return (
    <>
      {known ? null : (
        <div role="alert" className="flex items-start gap-3 rounded bg-warning-tint p-4 text-warning-ink">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <p>
            <strong className="block">{t(words.doubt)}</strong>
            {t(words.doubt_text)}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={<Check className="size-5" aria-hidden />} busy={busy} onClick={() => end('done')}>
          {t(words.done)}
        </Button>
        <Button
          look="plain"
          icon={<RotateCw className="size-5" aria-hidden />}
          disabled={busy}
          {...waits}
          onClick={() => void print('again')}
        >
          {t(words.again)}
        </Button>
        <Button look="plain" icon={<X className="size-5" aria-hidden />} disabled={busy} onClick={() => end('failed')}>
          {t(words.failed)}
        </Button>
      </div>
    </>
  )
}
