import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type PostCalendar, consoleVolunteersCalendar } from '../contract.ts'
import { words } from '../words.ts'

type Shift = PostCalendar['shifts'][number]
/** Returns the day of a date with a time, such as `2026-11-01T06:30`. */
const dayOf = (moment: string): string => moment.slice(0, 10)
const hourOf = (moment: string): string => moment.slice(11)
const hoursOf = ({ from, until }: Shift): string =>
  until === ''
    ? hourOf(from)
    : `${hourOf(from)}–${dayOf(until) === dayOf(from) ? '' : `${dayOf(until)} `}${hourOf(until)}`

/** The shifts of a race by post, and in each post by day and hour, with the people on each shift. */
export const VolunteerCalendar = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const asked = useAsk(consoleVolunteersCalendar, { raceid }, { staleTime: 0 })
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <SkeletonCards count={3} className="h-32" />
  const { posts, more } = asked.data
  if (posts.length === 0) return <Empty title={t(words.list_none)} description={t(words.list_none_text)} />
  return (
    <>
      {posts.map(({ post, shifts }) => (
        <Card key={post} title={post}>
          <ul className="divide-y divide-line">
            {shifts.map((shift, at) => (
              <ShiftLine
                key={`${shift.from} ${shift.until} ${shift.place}`}
                shift={shift}
                day={dayOf(shift.from) === dayOf(shifts[at - 1]?.from ?? '') ? '' : dayOf(shift.from)}
              />
            ))}
          </ul>
        </Card>
      ))}
      {more > 0 ? <p className="text-soft">{t(words.calendar_more, { n: countText(more) })}</p> : null}
    </>
  )
}

/** One shift with its people. `day` is the text above the first shift of a day, and empty for the others. */
const ShiftLine = ({ shift, day }: { shift: Shift; day: string }) => {
  const t = useWords()
  const { people, place } = shift
  const on = people.filter(({ state }) => state !== 'off')
  const open = people.filter(({ state }) => state === 'invited').length
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="figures">
        {day ? <span className="block text-14 text-soft">{day}</span> : null}
        <span className="block font-medium">{shift.from === '' ? t(words.no_time) : hoursOf(shift)}</span>
        {place ? <span className="block break-words text-14 text-soft">{place}</span> : null}
      </div>
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          <span className="figures">{t(words.on_shift, { n: countText(on.length) })}</span>
          {open > 0 ? <Chip tone="info">{t(words.to_confirm, { n: countText(open) })}</Chip> : null}
        </span>
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-14">
          {people.map(({ id, name, state }) => (
            <li key={id} className={`break-all ${state === 'off' ? 'text-soft line-through' : ''}`}>
              {name}
              {state === 'off' ? <span className="sr-only"> {t(words.off)}</span> : null}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
