import { Suspense } from 'react'
import type { ReportRow } from '#features/results/contract.ts'
import { type ResultAnswer, ResultHero } from '#features/results/web/report/ResultHero.tsx'
import { path } from '#seam/web/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { kioskWords as words } from './kiosk.words.ts'

const CODE_SIZE = 240

/** The public result in large letters. The code leads a phone to the certificate, or else to the result. */
export const KioskResult = ({ answer }: { answer: ResultAnswer }) => {
  const t = useWords()
  const report = answer.report!
  const { raceid } = answer.event
  const certificate = report.outcome === 'finished' && answer.certificateid !== null
  const to = certificate ? path.score({ raceid, key: report._key }) : path.result({ raceid, key: report._key })
  const label = t(certificate ? words.certificate : words.result)
  return (
    <div className="grid items-center gap-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="lg:[zoom:1.2]">
        <ResultHero answer={answer} report={report} />
      </div>
      <figure className="mx-auto grid justify-items-center gap-3 rounded bg-surface p-5 shadow-card">
        <Suspense fallback={<div style={{ width: CODE_SIZE, height: CODE_SIZE }} />}>
          <LaterQrCode text={`${location.origin}${to}`} size={CODE_SIZE} label={label} />
        </Suspense>
        <figcaption className="max-w-60 text-center text-20 font-bold">{label}</figcaption>
      </figure>
    </div>
  )
}

type ChoicesProps = { rows: readonly ReportRow[]; busy: boolean; onOpen: (key: string) => void }
/** The runners whose bibs end with the typed number. */
export const KioskChoices = ({ rows, busy, onOpen }: ChoicesProps) => {
  const t = useWords()
  return (
    <section className="mx-auto grid max-w-[48rem] gap-4">
      <h1 className="text-center text-28! font-bold">{t(words.several)}</h1>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li key={row._key}>
            <button
              type="button"
              disabled={busy}
              onClick={() => onOpen(row._key)}
              className="flex min-h-20 w-full items-center justify-between gap-4 rounded border border-edge bg-surface px-5 text-left"
            >
              <span className="min-w-0">
                <span className="block break-words text-20 font-bold">{row.name ?? t(words.hidden)}</span>
                <span className="block text-soft">{row.event}</span>
              </span>
              <span className="display text-40">{row.bib}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The way back to the start, with the seconds until the kiosk returns by itself. */
export const ReturnBar = ({ left, onReturn }: { left: number; onReturn: () => void }) => {
  const t = useWords()
  return (
    <footer className="sticky bottom-0 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 py-3 md:px-8">
      <p className="figures text-20 text-soft">{t(words.returns, { n: left })}</p>
      <Button className="min-h-14! px-10 text-20!" onClick={onReturn}>
        {t(words.again)}
      </Button>
    </footer>
  )
}
