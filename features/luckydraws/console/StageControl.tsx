import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import {
  type ConsoleDraw,
  consoleLuckydrawsFreeze,
  consoleLuckydrawsNext,
  consoleLuckydrawsNumber,
  consoleLuckydrawsPresent,
} from '../console.contract.ts'
import { luckydrawsStage } from '../contract.ts'
import { consoleWords as words } from './draws.words.ts'

export const StageControl = ({
  raceid,
  draw,
  stage,
  again,
}: {
  raceid: number
  draw: ConsoleDraw
  stage: NonNullable<ConsoleDraw['stage']>
  again: () => void
}) => {
  const t = useWords()
  const key = { raceid, id: draw.id }
  const shown = useAsk(luckydrawsStage, key, { quiet: true, refetchInterval: 3_000 })
  const note = useCall(consoleLuckydrawsPresent, { quiet: true })
  const freeze = useCall(consoleLuckydrawsFreeze, { quiet: true })
  const enter = useCall(consoleLuckydrawsNumber, { quiet: true })
  const next = useCall(consoleLuckydrawsNext, { quiet: true })
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const run = async (work: () => Promise<unknown>) => {
    setRefused(undefined)
    try {
      await work()
      setTyped('')
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    again()
    void shown.refetch()
  }
  const rank = (shown.data?.winners.at(-1)?.rank ?? 0) + 1
  const call = (absent: boolean) => run(() => next.mutateAsync({ ...key, rank, absent }))
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures font-medium">
          {draw.state === 'published' ? t(words.present, { n: stage.present }) : t(words.entries, { n: stage.entries })}
        </p>
        <ButtonLink look="plain" href={`/luckydraw/stage?raceid=${raceid}&id=${draw.id}&key=${stage.key}`}>
          {t(words.screen)}
        </ButtonLink>
      </div>
      <Refusal refused={refused} />
      {draw.state === 'published' && (refused?.refusal === 'beacon_pretend' || refused?.refusal === 'beacon_silent') ? (
        <div>
          <Button
            look="plain"
            busy={freeze.isPending}
            onClick={() => void run(() => freeze.mutateAsync({ ...key, source: 'number' }))}
          >
            {t(words.freezeByNumber)}
          </Button>
        </div>
      ) : null}
      {draw.state === 'published' ? (
        <div className="flex flex-wrap items-end gap-3">
          <TextInput
            label={t(words.bib)}
            value={typed}
            maxLength={20}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            look="plain"
            busy={note.isPending}
            onClick={() =>
              void run(async () => {
                const { name } = await note.mutateAsync({ ...key, bib: typed })
                toastSuccess(t(words.noted, { name }))
              })
            }
          >
            {t(words.note)}
          </Button>
          <Button busy={freeze.isPending} onClick={() => void run(() => freeze.mutateAsync(key))}>
            {t(words.freeze)}
          </Button>
        </div>
      ) : null}
      {draw.state === 'frozen' && stage.source === 'beacon' ? (
        <p className="text-soft">
          {stage.problem === 'beacon_pretend' ? t(words.pretend) : t(words.waits, { n: stage.round ?? 0 })}
        </p>
      ) : null}
      {draw.state === 'frozen' && stage.source === 'number' ? (
        <div className="flex flex-wrap items-end gap-3">
          <TextInput
            label={t(words.called)}
            value={typed}
            maxLength={40}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button busy={enter.isPending} onClick={() => void run(() => enter.mutateAsync({ ...key, number: typed }))}>
            {t(words.enter)}
          </Button>
        </div>
      ) : null}
      {draw.state === 'seeded' ? (
        <div className="flex flex-wrap gap-3">
          <Button busy={next.isPending} onClick={() => void call(false)}>
            {t(words.next)}
          </Button>
          <Button look="plain" busy={next.isPending} onClick={() => void call(true)}>
            {t(words.absent)}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
