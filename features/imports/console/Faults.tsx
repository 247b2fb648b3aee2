import { Download } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { consoleImportsRead } from '../contract.ts'
import { csvBlob } from './csvBlob.ts'
import { words } from '../words.ts'
import { saveBlob } from '#ui/network/handOver.ts'

/** The refused rows, each with its error, and a file in which staff correct them. */
export const Faults = ({ read, name }: { read: OutputOf<typeof consoleImportsRead>; name: string }) => {
  const t = useWords()
  if (read.faults.length === 0) return null
  return (
    <section className="grid gap-2 rounded bg-warning-tint px-4 py-3 text-warning-ink" aria-label={t(words.faults)}>
      <p className="font-medium">{t(words.faults)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls takes the focus */}
      <ul className="max-h-64 divide-y divide-line overflow-y-auto" tabIndex={0}>
        {read.faults.map(({ line, row, says }) => (
          <li key={line} className="figures flex flex-wrap gap-x-3 py-2">
            <span>{t(words.line, { line })}</span>
            <span className="min-w-0 flex-[1_1_16rem] break-words font-medium">{says}</span>
            <span className="min-w-0 break-words text-14">{row}</span>
          </li>
        ))}
        {read.more > 0 ? <li className="py-2">{t(words.more, { n: countText(read.more) })}</li> : null}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="plain"
          icon={<Download className="size-5" aria-hidden />}
          onClick={() => saveBlob(csvBlob(read.report), `${name}-${read.filename.replace(/\.[^.]*$/, '')}.csv`)}
        >
          {t(words.report)}
        </Button>
        <span className="text-14">{t(words.faults_text)}</span>
      </div>
    </section>
  )
}
