import { Check } from 'lucide-react'
import { metresBetween } from '#features/courses/shape.rules.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Trail } from '../contract.ts'
import { checkWayWords } from '../words.ts'
import { awayText, openSpanText } from './spans.ts'
import { trailWords as words } from './trails.words.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import type { PhonePlace } from './usePosition.ts'

type Point = Trail['points'][number]
type Props = {
  points: readonly Point[]
  done: ReadonlySet<number>
  /** True for a person who signed up for an open trail. */
  open: boolean
  watching: boolean
  here: PhonePlace | undefined
  busy: boolean
  onCheck: (point: number, here: PhonePlace) => void
}

export const PointsCard = (props: Props) => {
  const t = useWords()
  return (
    <Card title={t(words.list)} flush>
      <ol className="divide-y divide-line">
        {props.points.map((point) => (
          <PointLine key={point.point} {...props} point={point} />
        ))}
      </ol>
    </Card>
  )
}

const PointLine = ({ point, done, open, watching, here, busy, onCheck }: Props & { point: Point }) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(60_000)
  const isDone = done.has(point.point)
  const takesPosition = point.ways.includes('position') && point.lat !== null && point.lon !== null
  const away = here && takesPosition ? metresBetween({ lat: point.lat!, lon: point.lon! }, here) : undefined
  const span = openSpanText(point, now, t, lang)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <span
        aria-hidden
        className={
          'display flex size-10 shrink-0 items-center justify-center rounded-full text-20 ' +
          (isDone ? 'bg-success-tint text-success-ink' : 'bg-tint text-strong')
        }
      >
        {isDone ? <Check className="size-5" /> : point.point}
      </span>
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-medium">{point.name}</p>
        <p className="figures text-14 text-soft">
          <Dotted
            text={[
              point.ways.map((way) => t(checkWayWords[way])).join(' / '),
              takesPosition ? t(words.within, { n: point.radius }) : '',
              takesPosition ? t(words.accuracy, { n: point.accuracy }) : '',
              t(words.worth, { n: point.points }),
              span,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
        {away === undefined || isDone ? null : (
          <p className="figures text-14 font-medium text-strong">{t(words.metres_away, { n: awayText(away, lang) })}</p>
        )}
      </div>
      {isDone ? (
        <Chip tone="success">{t(words.checked)}</Chip>
      ) : open && takesPosition && watching ? (
        <Button
          look={away !== undefined && away <= point.radius ? 'strong' : 'plain'}
          busy={busy}
          disabledReason={here ? undefined : t(words.needs_position)}
          aria-label={t(words.check_in_at, { name: point.name })}
          onClick={() => here && onCheck(point.point, here)}
        >
          {t(words.check_in)}
        </Button>
      ) : null}
    </li>
  )
}
