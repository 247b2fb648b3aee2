import { money } from '../language/money.ts'
import { useLang } from '../language/lang.tsx'

type Line = { name: string; n: number; amount: number }
/** The parts of a sum, line by line. A deduction has a minus sign. */
export const MoneyLines = ({ lines, currency }: { lines: readonly Line[]; currency?: string }) => {
  const { lang } = useLang()
  return (
    <ul className="grid gap-1 text-14">
      {lines.map(({ name, n, amount }, at) => (
        <li key={at} className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {name}
            {n > 1 ? <span className="figures text-soft"> × {n}</span> : null}
          </span>
          <span className="figures shrink-0">
            {amount < 0 ? `−${money(-amount, lang, currency)}` : money(amount, lang, currency)}
          </span>
        </li>
      ))}
    </ul>
  )
}
