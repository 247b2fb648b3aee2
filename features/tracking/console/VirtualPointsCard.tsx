import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleTrackingPointsList, consoleTrackingPointsSave } from '../virtual/virtual.contract.ts'
import { pointsWords as words } from './points.words.ts'

type Course = { eventid: number; event: string; metres: number | null }
type Item = OutputOf<typeof consoleTrackingPointsList>['items'][number]
type Draft = { key: number; label: string; metres: number | null; passed: number }
const MOST = 30
let keys = 0
const draftsOf = (items: readonly Item[], eventid: number): Draft[] =>
  items.filter((one) => one.eventid === eventid).map((one) => ({ ...one, key: (keys += 1) }))

/**
 * Edits the virtual points of each course. A device that passes a virtual point gives a time, which is marked as not
 * official.
 */
export const VirtualPointsCard = ({ raceid, courses }: { raceid: number; courses: readonly Course[] }) => {
  const t = useWords()
  const [chosen, setChosen] = useState(courses[0]?.eventid)
  const { data, error, refetch } = useAsk(consoleTrackingPointsList, { raceid }, { staleTime: 0 })
  if (chosen === undefined) return null
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonCards count={1} className="h-40" />
  return (
    <Card title={t(words.title)}>
      <p className="text-soft">{t(words.about)}</p>
      {courses.length > 1 ? (
        <Select
          className="mt-4"
          label={t(words.event)}
          value={String(chosen)}
          options={courses.map(({ eventid, event }) => ({ value: String(eventid), label: event }))}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      ) : null}
      <PointsForm
        key={chosen}
        raceid={raceid}
        eventid={chosen}
        first={draftsOf(data.items, chosen)}
        onSaved={() => void refetch()}
      />
    </Card>
  )
}

type FormProps = { raceid: number; eventid: number; first: readonly Draft[]; onSaved: () => void }
const PointsForm = ({ raceid, eventid, first, onSaved }: FormProps) => {
  const t = useWords()
  const save = useCall(consoleTrackingPointsSave)
  const { refused, trying } = useTrying()
  const [points, setPoints] = useState(first)
  const change = (key: number, some: Partial<Draft>) =>
    setPoints(points.map((one) => (one.key === key ? { ...one, ...some } : one)))
  const submit = () =>
    trying(async () => {
      const given = points.map(({ label, metres }) => ({ label, metres: metres ?? 0 }))
      await save.mutateAsync({ raceid, eventid, points: given })
      toastSuccess(t(words.saved))
      onSaved()
    })
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {points.length === 0 ? <p className="text-soft">{t(words.none)}</p> : null}
      <ul className="grid gap-4">
        {points.map(({ key, label, metres, passed }, n) => (
          <li key={key} className="grid grid-cols-[1fr_auto] items-end gap-x-2 gap-y-3 md:grid-cols-[2fr_1fr_auto]">
            <TextInput
              label={t(words.label)}
              className="max-md:col-span-2"
              value={label}
              maxLength={40}
              onChange={({ target }) => change(key, { label: target.value })}
            />
            <NumberInput
              empty
              label={t(words.metres)}
              unit={t(words.unit)}
              max={1_000_000}
              value={metres}
              onChange={(value) => change(key, { metres: value })}
            />
            <IconButton
              label={t(words.remove, { n: n + 1 })}
              onClick={() => setPoints(points.filter((one) => one.key !== key))}
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
            {passed > 0 ? (
              <p className="figures col-span-full text-14 text-soft">{t(words.passed, { n: passed })}</p>
            ) : null}
          </li>
        ))}
      </ul>
      <Refusal refused={refused} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          disabled={points.length >= MOST}
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => setPoints([...points, { key: (keys += 1), label: '', metres: null, passed: 0 }])}
        >
          {t(words.add)}
        </Button>
        <Button type="submit" busy={save.isPending}>
          {t(words.save)}
        </Button>
      </div>
    </form>
  )
}
