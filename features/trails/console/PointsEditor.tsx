import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { checkWays } from '../check.rules.ts'
import { type PointForm, newPoint } from './trailForm.ts'
import { checkWayWords } from '../words.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

const MOST = 100

type Props = { points: readonly PointForm[]; zone: string; onChange: (points: PointForm[]) => void }
export const PointsEditor = ({ points, zone, onChange }: Props) => {
  const t = useWords()
  const put = (at: number, patch: Partial<PointForm>) =>
    onChange(points.map((point, n) => (n === at ? { ...point, ...patch } : point)))
  const swap = (at: number, other: number) => {
    const moved = [...points]
    ;[moved[at], moved[other]] = [moved[other]!, moved[at]!]
    onChange(moved)
  }
  return (
    <section className="grid gap-4" aria-label={t(words.points)}>
      <h2 className="text-20 font-bold">{t(words.points)}</h2>
      {points.map((point, at) => (
        <Card
          key={at}
          title={t(words.point_n, { n: at + 1 })}
          aside={
            <span className="-my-2 flex">
              <IconButton label={t(words.up, { n: at + 1 })} disabled={at === 0} onClick={() => swap(at, at - 1)}>
                <ArrowUp className="size-5" aria-hidden />
              </IconButton>
              <IconButton
                label={t(words.down, { n: at + 1 })}
                disabled={at === points.length - 1}
                onClick={() => swap(at, at + 1)}
              >
                <ArrowDown className="size-5" aria-hidden />
              </IconButton>
              <IconButton
                label={t(words.remove_point, { n: at + 1 })}
                onClick={() => onChange(points.filter((_, n) => n !== at))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </span>
          }
        >
          <PointFields point={point} zone={zone} put={(patch) => put(at, patch)} />
        </Card>
      ))}
      {points.length < MOST ? (
        <Button
          look="plain"
          icon={<Plus className="size-5" aria-hidden />}
          className="justify-self-start"
          onClick={() => onChange([...points, newPoint])}
        >
          {t(words.add_point)}
        </Button>
      ) : null}
    </section>
  )
}

type FieldsProps = { point: PointForm; zone: string; put: (patch: Partial<PointForm>) => void }
const PointFields = ({ point, zone, put }: FieldsProps) => {
  const t = useWords()
  const needsPlace = point.ways.some((way) => way !== 'code')
  return (
    <div className="grid gap-4">
      <WordsInput label={t(words.point_name)} value={point.name} max={60} onChange={(name) => put({ name })} />
      <FieldSet label={t(words.ways)}>
        <div className="flex flex-wrap gap-x-6">
          {checkWays.map((way) => (
            <Checkbox
              key={way}
              checked={point.ways.includes(way)}
              onChange={(event) =>
                put({
                  ways: checkWays.filter((one) => (one === way ? event.target.checked : point.ways.includes(one))),
                })
              }
            >
              {t(checkWayWords[way])}
            </Checkbox>
          ))}
        </div>
      </FieldSet>
      {point.ways.includes('code') ? (
        <Checkbox checked={point.rotating} onChange={(event) => put({ rotating: event.target.checked })}>
          {t(words.rotating)}
        </Checkbox>
      ) : null}
      <div className="grid items-start gap-4 md:grid-cols-3">
        <NumberInput
          label={t(words.lat)}
          decimals={6}
          empty
          hint={needsPlace ? t(words.degrees) : undefined}
          min={-90}
          max={90}
          value={point.lat}
          onChange={(lat) => put({ lat })}
        />
        <NumberInput
          label={t(words.lon)}
          decimals={6}
          empty
          hint={needsPlace ? t(words.degrees) : undefined}
          min={-180}
          max={180}
          value={point.lon}
          onChange={(lon) => put({ lon })}
        />
        <NumberInput
          label={t(words.worth)}
          value={point.points}
          min={0}
          max={10_000}
          onChange={(worth) => put({ points: worth })}
        />
        <NumberInput
          label={t(words.radius)}
          unit={t(words.metres)}
          value={point.radius}
          min={10}
          max={1000}
          onChange={(radius) => put({ radius })}
        />
        <NumberInput
          label={t(words.accuracy)}
          unit={t(words.metres)}
          value={point.accuracy}
          min={5}
          max={500}
          onChange={(accuracy) => put({ accuracy })}
        />
        <div className="hidden md:block" />
        <DateTimeInput
          label={t(words.opens_at)}
          zone={zone}
          value={point.opens_at}
          optional
          onChange={(opens_at) => put({ opens_at })}
        />
        <DateTimeInput
          label={t(words.closes_at)}
          zone={zone}
          value={point.closes_at}
          optional
          onChange={(closes_at) => put({ closes_at })}
        />
      </div>
    </div>
  )
}
