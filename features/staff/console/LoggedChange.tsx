import { dateText } from '#ui/language/clock.ts'
import { useLang } from '#ui/language/lang.tsx'
import type { LogEntry } from '../contract.ts'
import { changeSentences } from '../log/sentence.rules.ts'

export const LoggedChange = ({ entry }: { entry: Pick<LogEntry, 'target' | 'before' | 'after'> }) => {
  const { lang } = useLang()
  const changes = changeSentences(entry, { lang, moment: (iso) => dateText(iso, lang, 'minute') })
  return changes.length === 0 ? null : (
    <ul className="mt-1 grid gap-0.5 text-14 text-soft">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}
