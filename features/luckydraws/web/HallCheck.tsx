import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ShownDraw, luckeyCheck } from '../contract.ts'
import { luckyDrawWords as words } from './luckydraw.words.ts'

/** The way into a draw on stage: the six digits of the big screen. */
export const HallCheck = ({
  raceid,
  draw,
  mine,
  code,
  onLogin,
  onDone,
}: {
  raceid: number
  draw: ShownDraw
  mine: OutputOf<typeof luckeyCheck> | undefined
  code: string
  onLogin: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const account = useAccount()
  const [hall, setHall] = useState(code)
  const [refused, setRefused] = useState<Refused>()
  const check = useCall(luckeyCheck, { quiet: true })
  const come = async () => {
    if (!account.loggedIn) return onLogin()
    setRefused(undefined)
    try {
      await check.mutateAsync({ raceid, id: draw.id, hall })
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const toStage = (
    <ButtonLink look="plain" href={path.stage({ id: draw.id })}>
      {t(words.toStage)}
    </ButtonLink>
  )
  if (mine?.present)
    return (
      <div className="grid justify-items-center gap-4">
        <p className="text-20 font-bold text-success-ink">{t(words.isPresent)}</p>
        {toStage}
      </div>
    )
  return (
    <form
      className="mx-auto grid w-full max-w-80 gap-4 text-left"
      onSubmit={(event) => {
        event.preventDefault()
        void come()
      }}
    >
      {mine && !mine.finisher ? <p className="text-soft">{t(words.finishersOnly)}</p> : null}
      {draw.state === 'published' ? (
        <>
          <TextInput
            label={t(words.hallCode)}
            hint={t(words.presentHow)}
            inputMode="numeric"
            maxLength={6}
            value={hall}
            onChange={(event) => setHall(event.target.value)}
          />
          <Refusal refused={refused} />
          <Button type="submit" wide busy={check.isPending}>
            {t(words.present)}
          </Button>
        </>
      ) : null}
      {toStage}
    </form>
  )
}
