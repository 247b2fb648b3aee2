import {
  Award,
  BadgeJapaneseYen,
  ClipboardList,
  Eye,
  Flag,
  Hash,
  type LucideIcon,
  MessageSquareText,
  PencilLine,
} from 'lucide-react'
import { useState } from 'react'
import { type StoryKind, storyKinds } from '#contract/story.words.ts'
import { LoggedChange } from '#features/staff/console/LoggedChange.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { type StoryLine, consoleRegistrationsStory } from '../../story/story.contract.ts'
import { UndoCorrection } from '../correct/UndoCorrection.tsx'
import { words } from './story.words.ts'

const icons: Readonly<Record<StoryKind, LucideIcon>> = {
  entry: ClipboardList,
  money: BadgeJapaneseYen,
  message: MessageSquareText,
  number: Hash,
  raceday: Flag,
  result: Award,
  change: PencilLine,
  view: Eye,
}
const kinds = Object.keys(storyKinds) as StoryKind[]

/** Groups consecutive lines by day, on the race's clock. */
const daysOf = (items: readonly StoryLine[], dayOf: (at: string) => string) => {
  const days: { day: string; lines: StoryLine[] }[] = []
  for (const line of items) {
    const day = dayOf(line.at)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}

/** The history of one registration by day. Staff can filter it by kind. */
export const StoryCard = ({ raceid, id }: { raceid: number; id: number }) => {
  const t = useWords()
  const { lang } = useLang()
  const story = useAsk(consoleRegistrationsStory, { raceid, id })
  const [kind, setKind] = useState<StoryKind>()
  const items = story.data?.items ?? []
  const there = kinds.filter((one) => items.some((line) => line.kind === one))
  const shown = items.filter((line) => kind === undefined || line.kind === kind)
  const zone = story.data?.zone
  return (
    <Card title={t(words.title)}>
      {story.isPending ? <Skeleton lines={5} className="h-10" /> : null}
      {story.error ? <ErrorState error={story.error} onRetry={() => void story.refetch()} /> : null}
      {there.length > 1 ? (
        <div role="group" aria-label={t(words.filter)} className="mb-2 flex flex-wrap gap-x-2">
          <ChoiceChip chosen={kind === undefined} onClick={() => setKind(undefined)}>
            {t(words.all)} {items.length}
          </ChoiceChip>
          {there.map((one) => (
            <ChoiceChip key={one} chosen={kind === one} onClick={() => setKind(one)}>
              {t(storyKinds[one])} {items.filter((line) => line.kind === one).length}
            </ChoiceChip>
          ))}
        </div>
      ) : null}
      {daysOf(shown, (at) => dateText(at, lang, 'weekday', zone)).map(({ day, lines }) => (
        <section key={day} aria-label={day}>
          <h3 className="sticky top-0 bg-surface pb-1 pt-4 text-14 font-bold text-soft">{day}</h3>
          <ol className="divide-y divide-line">
            {lines.map((line, at) => (
              <Line key={at} raceid={raceid} id={id} line={line} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
    </Card>
  )
}

const Line = (props: { raceid: number; id: number; line: StoryLine; zone: string | undefined }) => {
  const { raceid, id, line, zone } = props
  const { may } = useMe(raceid)
  const t = useWords()
  const { lang } = useLang()
  const Icon = icons[line.kind]
  return (
    <li className="grid grid-cols-[3.25rem_1fr] gap-x-3 py-2.5 md:grid-cols-[3.25rem_1fr_auto]">
      <time dateTime={line.at} className="figures text-14 leading-6 text-soft">
        {dateText(line.at, lang, 'second', zone).slice(0, 5)}
      </time>
      <div className="min-w-0">
        <p className="flex items-start gap-2">
          <Icon className="mt-1 size-4 shrink-0 text-soft" aria-hidden />
          <span className="min-w-0 break-words">
            <span className="font-medium">{line.says}</span>
            {line.amount !== null ? <span className="figures"> {bookMoney(line.amount)}</span> : null}
            {line.orderid !== null && line.kind === 'money' ? (
              <>
                {' '}
                <Link
                  href={path.order({ raceid, id: line.orderid })}
                  className="text-14 text-strong underline underline-offset-2"
                >
                  {t(words.order)}
                </Link>
              </>
            ) : null}
            {line.beside ? <span className="text-14 text-soft"> · {line.beside}</span> : null}
          </span>
        </p>
        {line.reason ? <p className="ml-6 break-words text-14">{t(words.reason, { reason: line.reason })}</p> : null}
        <div className="ml-6">
          <LoggedChange entry={{ ...line, target: `registration ${id}` }} />
          {line.correctionid !== null && may('registrations.edit') ? (
            <UndoCorrection raceid={raceid} id={id} correctionid={line.correctionid} />
          ) : null}
        </div>
      </div>
      <span className="col-start-2 ml-6 truncate text-14 text-soft md:col-start-auto md:ml-0 md:max-w-36 md:text-right">
        {line.who ?? t(words[line.by])}
      </span>
    </li>
  )
}
