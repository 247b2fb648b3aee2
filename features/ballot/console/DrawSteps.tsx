import { type ReactNode, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type Step, Timeline } from '#ui/layout/Timeline.tsx'
import type { DrawEvent, StaffBallot } from '../console.contract.ts'
import { isNumberAhead } from '../declared.rules.ts'
import { ballotDrawWords as words } from './draw.words.ts'

export type DrawStep = 'declare' | 'freeze' | 'seed' | 'draw' | 'preview' | 'publish' | 'cancel'
type Props = {
  ballot: StaffBallot | undefined
  event: DrawEvent
  zone: string
  now: string
  may: boolean
  busy: boolean
  onAsk: (step: DrawStep, number?: string) => void
}

const order = ['declare', 'freeze', 'seed', 'draw', 'preview', 'publish'] as const
/** Returns the number of the current step, by the state of the draw. */
export const drawStepOf = (ballot: StaffBallot | undefined): number => {
  switch (ballot?.state) {
    case undefined:
      return 0
    case 'declared':
      return 1
    case 'frozen':
      return 2
    case 'seeded':
      return 3
    case 'drawn':
      return 4
    case 'publishing':
      return 5
    default:
      return 6
  }
}

const NumberField = ({ busy, onEnter }: { busy: boolean; onEnter: (number: string) => void }) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  return (
    <div className="grid gap-3 md:grid-cols-[1fr_auto] md:items-start md:*:last:mt-7">
      <TextInput
        label={t(words.number)}
        value={typed}
        maxLength={200}
        inputClassName="figures"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        busy={busy}
        disabledReason={typed.trim() === '' ? t(words.numberMissing) : undefined}
        onClick={() => onEnter(typed.trim())}
      >
        {t(words.enterNumber)}
      </Button>
    </div>
  )
}

/** Describes the source of the random number. */
const statusTextOf = (
  ballot: StaffBallot | undefined,
  t: ReturnType<typeof useWords>,
  earliest: string | undefined,
): string => {
  const source = ballot?.declared.source
  if (!ballot || !source) return t(words.step_seed_any)
  if (source.kind === 'number')
    return ballot.source === null
      ? earliest
        ? t(words.step_seed_early, { says: source.says, at: earliest })
        : t(words.step_seed_number, { says: source.says })
      : t(words.step_seed_entered, { number: ballot.source, says: source.says })
  return source.round === undefined ? t(words.step_seed_later) : t(words.step_seed_beacon, { round: source.round })
}

/** The steps of a draw: declare, freeze, seed, draw, preview, publish. */
export const DrawSteps = ({ ballot, event, zone, now, may, busy, onAsk }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const at = drawStepOf(ballot)
  const source = ballot?.declared.source
  const when = (moment: string | null | undefined) => (moment ? dateText(moment, lang, 'minute', zone) : undefined)
  const early = source !== undefined && isNumberAhead(source, new Date(now))
  const working = (says: string) => (
    <span className="grid gap-1.5 pt-2" role="status">
      <Progress value={ballot!.progress} label={says} />
      <span className="figures text-14">
        {says} {Math.round(ballot!.progress * 100)}%
      </span>
    </span>
  )
  const actions = (content: ReactNode) => (may ? <span className="flex flex-wrap gap-3 pt-3">{content}</span> : null)

  const freezing = ballot?.state === 'declared' && ballot.freezing_at !== null
  const taking = event.prepaid ? event.paid : event.entrants
  const over = event.signup_until !== null && event.signup_until <= now
  const whyNotFreeze = taking === 0 ? t(words.freezeNobody) : over ? undefined : t(words.freezeNotYet)
  const says: Record<(typeof order)[number], string> = {
    declare: t(words.step_declare_text),
    freeze: t(words.step_freeze_text),
    seed: statusTextOf(ballot, t, early ? when(source.at) : undefined),
    draw: t(words.step_draw_text),
    preview: t(words.step_preview_text),
    publish: t(ballot && !ballot.draw_at ? words.step_publish_hand : words.step_publish_text),
  }
  const does: Partial<Record<(typeof order)[number], ReactNode>> = {
    declare:
      at === 0
        ? actions(<Button onClick={() => onAsk('declare')}>{t(words.declare)}</Button>)
        : at === 1 && !freezing
          ? actions(
              <Button look="plain" onClick={() => onAsk('declare')}>
                {t(words.change)}
              </Button>,
            )
          : null,
    freeze:
      at === 1
        ? freezing
          ? working(t(words.working_freezing))
          : actions(
              <Button disabledReason={whyNotFreeze} onClick={() => onAsk('freeze')}>
                {t(words.freeze)}
              </Button>,
            )
        : null,
    seed:
      at === 2 && source?.kind === 'number' && may && !early ? (
        <span className="block pt-3 text-ink">
          <NumberField busy={busy} onEnter={(number) => onAsk('seed', number)} />
        </span>
      ) : null,
    draw:
      at === 3 ? (
        <>
          {working(t(words.working_seeded))}
          {ballot?.problem
            ? actions(
                <Button look="plain" busy={busy} onClick={() => onAsk('draw')}>
                  {t(words.drawAgain)}
                </Button>,
              )
            : null}
        </>
      ) : null,
    preview:
      at >= 4 ? (
        <span className="flex pt-3">
          <Button look="plain" onClick={() => onAsk('preview')}>
            {t(words.preview)}
          </Button>
        </span>
      ) : null,
    publish:
      at === 4
        ? actions(<Button onClick={() => onAsk('publish')}>{t(words.publish)}</Button>)
        : at === 5
          ? working(t(words.working_publishing))
          : null,
  }
  const dates: Record<(typeof order)[number], string | undefined> = {
    declare: undefined,
    freeze: when(ballot?.frozen_at ?? (over ? undefined : event.signup_until)),
    seed: when(ballot?.seeded_at ?? ballot?.round_at ?? source?.at),
    draw: when(ballot?.drawn_at),
    preview: undefined,
    publish: when(ballot?.published_at ?? ballot?.draw_at) ?? (ballot ? t(words.byHand) : undefined),
  }
  // After the draw the preview exists, and the next step is to publish.
  const steps = order.map((step, n): Step => ({
    state: n < at || (n === 4 && at >= 4) ? 'done' : n === at || (at === 4 && n === 5) ? 'now' : 'later',
    title: t(words[`step_${step}`]),
    when: dates[step],
    description: (
      <>
        {says[step]}
        {does[step]}
      </>
    ),
  }))
  return <Timeline steps={steps} />
}
