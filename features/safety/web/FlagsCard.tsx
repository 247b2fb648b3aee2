import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useSettled } from '#ui/network/useSettled.ts'
import { safetyNow } from '../contract.ts'
import { flagWords } from '../words.ts'
import { FlagSign } from './FlagSign.tsx'
import { safetyWords as words } from './safety.words.ts'

/** The flags for heat and air with the advice, on the home and the live page. */
export const FlagsCard = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const enabled = useSettled()
  const { data } = useAsk(safetyNow, { raceid }, { enabled, quiet: true, staleTime: 15_000, refetchInterval: 60_000 })
  if (!data || data.flags.length === 0) return null
  return (
    <Card title={t(words.flags)}>
      <ul className="grid gap-4">
        {data.flags.map(({ of, colour, measured, note }) => (
          <li key={of} className="grid gap-1">
            <FlagSign of={of} colour={colour} measured={measured} />
            <p>{t(flagWords.advice[of][colour])}</p>
            {note ? <p className="break-words font-medium">{note}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
