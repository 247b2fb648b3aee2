import { Flag } from 'lucide-react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { FlagColour, FlagKind } from '../rules.ts'
import { flagWords } from '../words.ts'

/** The colour in which the page shows each flag. The words beside the flag name its colour too. */
const paints: Record<FlagColour, string> = { green: '#1a8f3c', yellow: '#f2b705', red: '#d1242f', black: '#111111' }

type Props = { of: FlagKind; colour: FlagColour; measured: number | null }
export const FlagSign = ({ of, colour, measured }: Props) => {
  const t = useWords()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Flag className="size-7 shrink-0" style={{ color: paints[colour] }} fill={paints[colour]} aria-hidden />
      <span className="text-16 font-bold">
        <Dotted text={`${t(flagWords.of[of])} · ${t(flagWords.colours[colour])}`} />
      </span>
      {measured === null ? null : (
        <span className="figures text-14 text-soft">{t(flagWords.measured[of], { n: measured })}</span>
      )}
    </p>
  )
}
