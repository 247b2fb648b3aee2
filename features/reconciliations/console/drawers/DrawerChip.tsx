import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import type { DrawerState } from '../../drawers/drawers.contract.ts'
import { drawerWords as words } from '../../drawers/drawers.words.ts'

const tones = { open: 'warning', closed: 'success', moved: 'warning', cashless: 'plain' } as const

export const DrawerChip = ({ state }: { state: DrawerState }) => {
  const t = useWords()
  return <Chip tone={tones[state]}>{t(words.states[state])}</Chip>
}

export const DrawerDifference = ({ fen }: { fen: number }) => {
  const t = useWords()
  if (fen === 0) return <>{t(words.even)}</>
  return (
    <span className={fen < 0 ? 'text-danger-ink' : 'text-warning-ink'}>
      {t(fen < 0 ? words.short : words.over, { sum: bookMoney(Math.abs(fen)) })}
    </span>
  )
}

export const countAndSum = (t: ReturnType<typeof useWords>, { count, sum }: { count: number; sum: number }): string =>
  count === 0 ? '–' : t(words.sum, { sum: bookMoney(sum), n: countText(count) })
