import { useState } from 'react'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { type DrawEvent, type StaffBallot, consoleBallotsDraw } from '../console.contract.ts'
import { segmentText } from '../web/declaredText.ts'
import { HashFact } from '../web/HashFact.tsx'
import { DrawDialog, type DrawAsking } from './DrawDialog.tsx'
import { DeclareForm } from './DeclareForm.tsx'
import { type DrawStep, DrawSteps } from './DrawSteps.tsx'
import { PreviewBallotDialog } from './PreviewBallotDialog.tsx'
import { ballotDrawWords as words } from './draw.words.ts'

type Props = {
  raceid: number
  event: DrawEvent
  ballot: StaffBallot | undefined
  zone: string
  now: string
  may: boolean
  onChanged: () => void
}
const tones = {
  new: 'plain',
  declared: 'info',
  freezing: 'warning',
  frozen: 'info',
  seeded: 'warning',
  drawn: 'race',
  publishing: 'warning',
  published: 'success',
  cancelled: 'plain',
} as const

/** The draw of one event: its state, its rules and hashes, and its next step. */
export const DrawCard = ({ raceid, event, ballot, zone, now, may, onChanged }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState<'declare' | 'preview'>()
  const [asking, setAsking] = useState<DrawAsking>()
  const draw = useCall(consoleBallotsDraw)
  const state =
    ballot === undefined
      ? 'new'
      : ballot.state === 'declared' && ballot.freezing_at !== null
        ? 'freezing'
        : ballot.state
  const ask = async (step: DrawStep, number?: string) => {
    if (step === 'declare' || step === 'preview') return setOpen(step)
    if (step === 'seed') return setAsking({ what: 'seed', number: number! })
    if (step !== 'draw') return setAsking({ what: step })
    try {
      await draw.mutateAsync({ raceid, id: ballot!.id })
      onChanged()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  const done = () => {
    setOpen(undefined)
    setAsking(undefined)
    onChanged()
  }
  const cancellable = ballot !== undefined && may && ['declared', 'frozen', 'seeded', 'drawn'].includes(ballot.state)
  return (
    <Card title={event.name} aside={<Chip tone={tones[state]}>{t(words[`state_${state}`])}</Chip>}>
      <div className="grid gap-6 lg:grid-cols-[1fr_1fr]">
        <div>
          {ballot?.problem_says ? (
            <p role="alert" className="mb-4 rounded bg-warning-tint px-4 py-3 text-warning-ink">
              {ballot.problem_says}
            </p>
          ) : null}
          <DrawSteps
            {...{ ballot, event, zone, now, may }}
            busy={draw.isPending}
            onAsk={(step, number) => void ask(step, number)}
          />
        </div>
        <div className="grid content-start gap-3">
          <Facts
            rows={[
              [
                t(ballot?.entries ? words.listed : words.entrants),
                ballot?.entries === null || ballot === undefined
                  ? event.prepaid
                    ? t(words.paidOf, { n: countText(event.entrants), paid: countText(event.paid) })
                    : countText(event.entrants)
                  : countText(ballot.entries),
              ],
              [
                t(words.eventPlaces),
                `${countText(event.places)} · ${t(words.takenAlready, { n: countText(event.taken) })}`,
              ],
              ...(ballot
                ? ([
                    [t(words.places), countText(ballot.declared.places)],
                    [
                      t(words.segments),
                      ballot.declared.segments
                        .map(({ name, places }) =>
                          `${segmentText(ballot, name, lang)} ${places === undefined ? '' : countText(places)}`.trim(),
                        )
                        .join(' → '),
                    ],
                    [
                      t(words.drawAt),
                      ballot.draw_at ? dateText(ballot.draw_at, lang, 'minute', zone) : t(words.byHand),
                    ],
                    [
                      t(words.payEnd),
                      event.prepaid
                        ? null
                        : ballot.pay_end
                          ? dateText(ballot.pay_end, lang, 'minute', zone)
                          : t(words.eventPayEnd),
                    ],
                  ] as const)
                : []),
            ]}
          />
          <p className="text-14 text-soft">{t(event.prepaid ? words.prepaid : words.postpaid)}</p>
          {ballot?.list_hash ? <HashFact label={t(words.listHash)} value={ballot.list_hash} /> : null}
          {ballot?.outcome_hash ? <HashFact label={t(words.outcomeHash)} value={ballot.outcome_hash} /> : null}
          {ballot?.pretend_beacon ? (
            <p className="rounded bg-warning-tint px-4 py-3 text-14 text-warning-ink">{t(words.pretend)}</p>
          ) : null}
          {ballot ? (
            <div className="flex flex-wrap gap-3">
              <ButtonLink
                look="plain"
                href={`/ballot?raceid=${raceid}&id=${ballot.id}`}
                target="_blank"
                rel="noreferrer"
              >
                {t(words.publicPage)}
              </ButtonLink>
              {cancellable ? (
                <Button look="danger" onClick={() => setAsking({ what: 'cancel' })}>
                  {t(words.cancel)}
                </Button>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
      {open === 'declare' ? (
        <DeclareForm {...{ raceid, event, ballot, zone }} onClose={() => setOpen(undefined)} onDone={done} />
      ) : null}
      {open === 'preview' && ballot ? <PreviewBallotDialog ballot={ballot} onClose={() => setOpen(undefined)} /> : null}
      {asking && ballot ? (
        <DrawDialog {...{ ballot, event, asking }} onClose={() => setAsking(undefined)} onDone={done} />
      ) : null}
    </Card>
  )
}
