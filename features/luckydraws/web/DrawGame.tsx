import { useState } from 'react'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Confetti } from '#ui/feedback/Confetti.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { DrawDesign, ShownDraw, ShownGift } from '../contract.ts'
import { ScratchCard } from './ScratchCard.tsx'
import { Wheel, sectorsOf } from './Wheel.tsx'
import { luckyDrawWords as words } from './luckydraw.words.ts'
import { type PlayOutcome, usePlay } from './usePlay.ts'
import { Clover } from 'lucide-react'
import { GiftMark } from './GiftMark.tsx'
import { isStill } from './RolledBib.tsx'

const SPIN_MS = 4100
/** Returns the angle in degrees at which the field of an outcome is under the pointer, after some whole turns. */
const turnTo = (gifts: readonly ShownGift[], outcome: PlayOutcome, before: number): number => {
  const fields = sectorsOf(gifts)
  const won = outcome.fate === 'won'
  const at = won ? fields.findIndex((one) => one?.gift === outcome.gift) : fields.indexOf(null)
  const goal = 360 - (at + 0.5) * (360 / fields.length)
  return before - (before % 360) + 360 * 5 + goal
}

type Props = {
  raceid: number
  draw: ShownDraw
  gifts: readonly ShownGift[]
  design: DrawDesign
  left: number | undefined
  why: string | undefined
  onLogin: () => void
  /** Runs when a try is used or refused. */
  onPlayed: () => void
  /**
   * Runs when the player sees the outcome, and after a refused try. The page changes the counts of gifts only then,
   * because they would reveal the outcome.
   */
  onShown: () => void
}
/** The wheel or the scratch card with its one button. */
export const DrawGame = ({ raceid, draw, gifts, design, left, why, onLogin, onPlayed, onShown }: Props) => {
  const t = useWords()
  const account = useAccount()
  const play = usePlay(raceid, draw.id, onLogin)
  const [turn, setTurn] = useState(0)
  const [turning, setTurning] = useState(false)
  const [outcome, setOutcome] = useState<PlayOutcome>()
  const [shown, setShown] = useState(false)
  const scratch = draw.kind === 'scratch'
  const sentence = outcome ? sayOutcome(t, gifts, outcome) : ''
  const reveal = () => {
    setShown(true)
    onShown()
  }
  const start = async () => {
    setShown(false)
    // The card of the previous try must not open while the next try is under way.
    setOutcome(undefined)
    const next = await play.draw()
    onPlayed()
    // A refused try may mean that another tab used the last chance, or that the draw has ended.
    if (!next) return onShown()
    setOutcome(next)
    if (scratch) return
    setTurn((before) => turnTo(gifts, next, before))
    setTurning(true)
    setTimeout(
      () => {
        setTurning(false)
        reveal()
      },
      isStill() ? 0 : SPIN_MS,
    )
  }
  const mayGoOn = why === undefined && left !== undefined && left > 0
  const hidden = scratch && outcome !== undefined && !shown
  return (
    <>
      <div className="grid justify-items-center gap-4 pt-3">
        {scratch ? (
          <ScratchCard open={outcome === undefined || shown} onOpen={reveal}>
            {outcome === undefined ? design.title : sentence}
          </ScratchCard>
        ) : (
          <Wheel gifts={gifts} design={design} turn={turn} label={t(words.wheel)} blank={t(words.blankField)} />
        )}
        <Refusal refused={play.refused} />
        {hidden ? (
          <Button className="min-w-[min(14rem,100%)]" onClick={reveal}>
            {t(words.reveal)}
          </Button>
        ) : (
          <Button
            className="min-w-[min(14rem,100%)]"
            busy={play.busy || turning}
            disabledReason={why}
            onClick={() => void (account.loggedIn ? start() : onLogin())}
          >
            {account.loggedIn ? t(scratch ? words.scratch : words.spin) : t(words.logIn)}
          </Button>
        )}
        {/* If no try is left, the button itself tells so. */}
        {left === undefined || why !== undefined ? null : (
          <p className="figures text-soft">{t(words.left, { n: left })}</p>
        )}
      </div>
      <Dialog
        open={shown && outcome !== undefined}
        onClose={() => setShown(false)}
        title={outcome?.fate === 'won' ? t(words.won) : t(words.title)}
        actions={
          <>
            {outcome?.fate === 'won' || mayGoOn ? null : (
              <Button onClick={() => setShown(false)}>{t(words.close)}</Button>
            )}
            {mayGoOn ? (
              <Button look={outcome?.fate === 'won' ? 'plain' : 'strong'} onClick={() => void start()}>
                {t(words.again)}
              </Button>
            ) : null}
            {outcome?.fate === 'won' ? <ButtonLink href={path.prizes()}>{t(words.claim)}</ButtonLink> : null}
          </>
        }
      >
        <div className="grid justify-items-center gap-3 py-4 text-center" aria-live="polite">
          <span className="text-strong">
            {outcome?.fate === 'won' ? (
              <GiftMark icon={outcome.prize?.icon} size="4rem" />
            ) : (
              <GiftMark drawn={Clover} size="4rem" />
            )}
          </span>
          {outcome?.fate === 'won' ? <Confetti /> : null}
          <p className="text-20 font-bold">{sentence}</p>
          {outcome ? <p className="text-14 text-soft">{t(words.lastTry, { n: outcome.n })}</p> : null}
        </div>
      </Dialog>
    </>
  )
}

const sayOutcome = (
  t: ReturnType<typeof useWords>,
  gifts: readonly ShownGift[],
  { fate, gift }: PlayOutcome,
): string => {
  const name = gifts.find((one) => one.gift === gift)?.name ?? ''
  if (fate === 'won') return t(words.wonGift, { gift: name })
  if (fate === 'out') return t(words.out, { gift: name })
  return t(fate === 'limit' ? words.limit : words.blank)
}
