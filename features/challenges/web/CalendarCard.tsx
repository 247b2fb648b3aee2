import { Check, Clock3, Minus } from 'lucide-react'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { kmText } from '#contract/written.ts'
import type { ChallengeMine } from '../contract.ts'
import { challengeWords as words } from './challenges.words.ts'

type Day = ChallengeMine['calendar'][number]
const looks: Record<Day['state'], string> = {
  done: 'bg-success-tint text-success-ink',
  made_up: 'bg-info-tint text-info-ink',
  waiting: 'bg-warning-tint text-warning-ink',
  part: 'bg-warning-tint text-warning-ink',
  missed: 'bg-sunk text-soft',
  today: 'bg-surface text-strong font-bold outline-2 -outline-offset-2 outline-strong',
  ahead: 'text-soft',
}
/** Returns the column of a calendar day: 1 for Monday, 7 for Sunday. */
const columnOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
/** The seven days of the second week of 2026, for the names of the columns. */
const week = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09', '2026-01-10', '2026-01-11']

type Props = { mine: ChallengeMine; chosen: string | undefined; onChoose: (day: string | undefined) => void }
/** The calendar of a challenge. A day for which the person can still hand in a proof is a button. */
export const CalendarCard = ({ mine, chosen, onChoose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const weekday = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : 'zh-CN', { weekday: 'narrow', timeZone: 'UTC' })
  return (
    <Card
      title={t(words.calendar)}
      aside={<span className="text-14 text-soft">{t(words.zone, { zone: mine.zone.replaceAll('_', ' ') })}</span>}
    >
      <div aria-hidden className="mb-1 grid grid-cols-7 gap-1 text-center text-12 text-soft">
        {week.map((day) => (
          <span key={day}>{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
        ))}
      </div>
      <ol className="grid grid-cols-7 gap-1">
        {mine.calendar.map((one, n) => (
          <li key={one.day} style={n === 0 ? { gridColumnStart: columnOf(one.day) } : undefined}>
            <DayCell
              day={one}
              isChosen={chosen === one.day}
              open={one.state !== 'ahead' && one.day <= mine.today && one.state !== 'done'}
              onChoose={() => onChoose(chosen === one.day ? undefined : one.day)}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

const marks = { done: Check, made_up: Check, waiting: Clock3, part: Minus } as const
type CellProps = { day: Day; isChosen: boolean; open: boolean; onChoose: () => void }
const DayCell = ({ day, isChosen, open, onChoose }: CellProps) => {
  const t = useWords()
  const { lang } = useLang()
  const Mark = day.state in marks ? marks[day.state as keyof typeof marks] : undefined
  const number = Number(day.day.slice(8))
  const says = [
    dateText(day.day, lang, 'short'),
    t(words[day.state]),
    day.metres > 0 ? t(words.km, { n: kmText(day.metres) }) : '',
  ]
    .filter(Boolean)
    .join(', ')
  const look =
    `figures flex aspect-square min-h-11 w-full flex-col items-center justify-center rounded-[10px] text-14 ` +
    `${looks[day.state]} ${isChosen ? 'ring-2 ring-strong' : ''}`
  const content = (
    <>
      <span aria-hidden>{number}</span>
      {Mark ? <Mark className="size-4" aria-hidden /> : null}
    </>
  )
  if (!open)
    return (
      <span role="img" aria-label={says} className={look}>
        {content}
      </span>
    )
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={says}
      onClick={onChoose}
      className={`${look} hover:bg-tint`}
    >
      {content}
    </button>
  )
}
