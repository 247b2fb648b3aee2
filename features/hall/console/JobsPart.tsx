import { useEffect, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import {
  type HallJob,
  type JobKind,
  type JobState,
  type Station,
  consoleHallJobs,
  consoleHallJudge,
  type judgements,
} from '../contract.ts'
import { judgedJob } from '../rules.ts'
import { consoleWords as words } from './console.words.ts'

const only = ['open', 'held', 'doubt', 'past'] as const
const tones: Partial<Record<JobState, Tone>> = {
  held: 'warning',
  showing: 'success',
  printing: 'info',
  taken: 'info',
  failed: 'danger',
  removed: 'danger',
  done: 'success',
  shown: 'success',
}
const LIMIT = 50

type Props = {
  raceid: number
  counts: readonly { kind: JobKind; state: JobState; n: number }[]
  stations: readonly Station[]
  /** The time of the hall's last change, in milliseconds. */ at: number
}
/** The pictures in the hall's queues, with the buttons for staff. */
export const JobsPart = ({ raceid, counts, stations, at }: Props) => {
  const t = useWords()
  const [which, setWhich] = useState<(typeof only)[number]>('open')
  const [after, setAfter] = useState<string>()
  const [before, setBefore] = useState<HallJob[]>([])
  const jobs = useAsk(
    consoleHallJobs,
    { raceid, only: which, limit: LIMIT, ...(after ? { after } : {}) },
    { keep: true, refetchInterval: 15_000 },
  )
  const { refetch } = jobs
  useEffect(() => void refetch(), [at, refetch])
  const judge = useCall(consoleHallJudge)
  useFollow(which, () => {
    setAfter(undefined)
    setBefore([])
  })
  const decide = async (id: number, action: (typeof judgements)[number]) => {
    try {
      const { state } = await judge.mutateAsync({ raceid, id, action })
      setBefore((rows) =>
        rows.map((row) => (row.id === id ? { ...row, state, picture: state === 'removed' ? null : row.picture } : row)),
      )
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
    await refetch()
  }
  const held = counts.filter(({ state }) => state === 'held').reduce((sum, { n }) => sum + n, 0)
  const items = [...before, ...(jobs.data?.items ?? [])]
  return (
    <>
      <Segmented
        label={t(words.jobs)}
        value={which}
        onChange={(value) => setWhich(only.find((one) => one === value) ?? 'open')}
        options={only.map((value) => ({
          value,
          label: value === 'held' && held > 0 ? `${t(words.only_held)} ${held}` : t(words[`only_${value}`]),
        }))}
      />
      {which === 'doubt' ? <p className="text-14 text-soft">{t(words.doubt_text)}</p> : null}
      {jobs.error && !jobs.data ? <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {!jobs.data && !jobs.error ? <SkeletonCards count={3} className="h-20" /> : null}
      {jobs.data && items.length === 0 ? (
        <Card>
          <Empty title={t(words.no_jobs)} />
        </Card>
      ) : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((job) => (
              <Row
                key={job.id}
                job={job}
                station={stations.find(({ id }) => id === job.stationid)?.name}
                busy={judge.isPending}
                decide={(action) => void decide(job.id, action)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      {jobs.data?.after ? (
        <Button
          look="plain"
          className="self-center"
          onClick={() => {
            setBefore(items)
            setAfter(jobs.data!.after ?? undefined)
          }}
        >
          {t(words.more)}
        </Button>
      ) : null}
    </>
  )
}

const actions = [
  ['approve', words.approve],
  ['done', words.done],
  ['again', words.again_print],
  ['remove', words.take_away],
] as const
const Row = ({
  job,
  station,
  busy,
  decide,
}: {
  job: HallJob
  station: string | undefined
  busy: boolean
  decide: (action: (typeof judgements)[number]) => void
}) => {
  const t = useWords()
  const may = actions.filter(
    ([action]) =>
      judgedJob(job.state, job.kind, action) !== undefined &&
      !(action === 'remove' && ['done', 'failed'].includes(job.state)),
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      {job.picture ? (
        <a href={job.picture} target="_blank" rel="noreferrer" className="shrink-0">
          <img
            src={job.picture}
            alt={t(words.photo)}
            className={`rounded-[6px] object-cover ${job.state === 'held' ? 'h-56 w-40' : 'h-20 w-14'}`}
          />
        </a>
      ) : null}
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="truncate font-medium">
          {job.name ?? t(words.hidden)} <span className="figures font-normal text-soft">{job.bib}</span>
        </p>
        <p className="figures text-14 text-soft">
          {[t(words[job.kind]), job.picture ? t(words.photo) : t(words.certificate), station, job.time]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Chip tone={tones[job.state] ?? 'plain'}>{t(words[`state_${job.state}`])}</Chip>
      <div className="flex flex-wrap gap-1">
        {may.map(([action, says]) => (
          <Button
            key={action}
            look={action === 'approve' || action === 'done' ? 'plain' : 'quiet'}
            disabled={busy}
            onClick={() => decide(action)}
          >
            {t(says)}
          </Button>
        ))}
      </div>
    </li>
  )
}
