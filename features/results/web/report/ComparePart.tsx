import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { call, refusedFrom, useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { shortDuration } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { resultsAlong } from '../../progress/progress.contract.ts'
import { timingQuery } from '../../contract.ts'
import { runnerWords as words } from './runner.words.ts'
import { scoreWords } from './score.words.ts'
import { usePointName } from './SplitTable.tsx'
import { gapsOf } from '../progress/segments.ts'

type Along = OutputOf<typeof resultsAlong>
type Props = { raceid: number; own: Along; other: string | undefined; onOther: (key: string | undefined) => void }

export const ComparePart = ({ raceid, own, other, onOther }: Props) => {
  const t = useWords()
  const [bib, setBib] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const theirs = useAsk(resultsAlong, { key: other ?? '' }, { enabled: other !== undefined, quiet: true })
  const find = async () => {
    const otherBib = writtenBib(bib)
    if (otherBib === '' || otherBib === own.bib) return setWrong(t(words.compareSelf))
    setBusy(true)
    setWrong(undefined)
    try {
      const { report } = await call(timingQuery, { raceid, bib: otherBib, eventid: own.eventid }, { quiet: true })
      if (report?.bib === own.bib) setWrong(t(words.compareSelf))
      else if (report) onOther(report._key)
      else setWrong(t(words.compareNone))
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      setWrong(refused.refusal === 'no_report' ? t(words.compareNone) : refused.msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      title={t(words.compare)}
      aside={
        other ? (
          <Button look="quiet" className="-my-2" onClick={() => onOther(undefined)}>
            {t(words.compareEnd)}
          </Button>
        ) : undefined
      }
    >
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextInput
          label={t(words.compareBib)}
          bare
          placeholder={t(words.compareBib)}
          value={bib}
          error={wrong}
          onChange={(event) => setBib(event.target.value)}
          maxLength={20}
          autoCapitalize="characters"
          enterKeyHint="search"
        />
        <Button type="submit" look="plain" busy={busy}>
          {t(words.compareGo)}
        </Button>
      </form>
      {other === undefined ? null : theirs.error ? (
        <ErrorState error={theirs.error} onRetry={() => void theirs.refetch()} />
      ) : theirs.data ? (
        <Side own={own} other={theirs.data} />
      ) : (
        <div className="mt-4">
          <SkeletonCards count={1} className="h-40" />
        </div>
      )}
    </Card>
  )
}

const clock = (ms: number): string => shortDuration(Math.ceil(ms / 1000))

const Side = ({ own, other }: { own: Along; other: Along }) => {
  const t = useWords()
  const pointName = usePointName()
  const nameOf = (one: Along) => one.name ?? `${t(scoreWords.hiddenName)} ${one.bib}`
  const gaps = gapsOf(own.points, other.points)
  const widest = Math.max(1, ...gaps.map(({ gap }) => Math.abs(gap)))
  const last = gaps.at(-1)
  return (
    <div className="mt-5">
      {last ? (
        <p role="status" className="text-20 font-bold">
          {last.gap === 0
            ? t(words.same)
            : t(words.ahead, { name: last.gap < 0 ? nameOf(own) : nameOf(other), time: clock(Math.abs(last.gap)) })}
        </p>
      ) : null}
      <div role="region" aria-label={t(words.compare)} tabIndex={0} className="mt-3 overflow-x-auto">
        <table className="w-full border-collapse">
          <caption className="sr-only">{t(words.compare)}</caption>
          <thead>
            <tr className="border-b border-line text-14 text-soft">
              <th scope="col" className="py-2.5 pr-2 text-left font-medium">
                {t(words.point)}
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-medium">
                {nameOf(own)}
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-medium">
                {nameOf(other)}
              </th>
              <th scope="col" className="py-2.5 pl-2 text-right font-medium">
                {t(words.gap)}
                <span className="ml-auto block w-24 whitespace-nowrap text-center text-12 font-normal">
                  {t(words.zero)}
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {gaps.map(({ label, own: mine, other: theirs, gap }) => (
              <tr key={label} className="border-b border-line last:border-0">
                <th scope="row" className="py-3 pr-2 text-left font-medium">
                  {pointName(label)}
                </th>
                <td className={`figures px-2 py-3 text-right ${gap <= 0 ? 'font-medium' : 'text-soft'}`}>
                  {clock(mine)}
                </td>
                <td className={`figures px-2 py-3 text-right ${gap >= 0 ? 'font-medium' : 'text-soft'}`}>
                  {clock(theirs)}
                </td>
                <td className="py-3 pl-2 text-right">
                  <span className="figures">{`${gap > 0 ? '+' : gap < 0 ? '−' : ''}${clock(Math.abs(gap))}`}</span>
                  <span aria-hidden className="relative ml-auto mt-1 block h-1.5 w-24 rounded-full bg-sunk">
                    <span
                      className={`absolute inset-y-0 rounded-full ${gap < 0 ? 'right-1/2 bg-strong' : 'left-1/2 bg-warning-solid'}`}
                      style={{ width: `${(Math.abs(gap) / widest) * 50}%` }}
                    />
                    <span className="absolute -inset-y-1 left-1/2 w-px bg-ink" />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
