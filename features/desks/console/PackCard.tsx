import { TriangleAlert } from 'lucide-react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import type { Pack } from '../contract.ts'
import { isPackBarred } from '../pack.rules.ts'
import { FaceCheck } from './FaceCheck.tsx'
import { FinishButtons } from './FinishButtons.tsx'
import { HandOutForm } from './HandOutForm.tsx'
import { ExchangeButtons } from './ExchangeButtons.tsx'
import { pickupWords as words } from './pickup.words.ts'
import { RunnerHead } from './RunnerHead.tsx'
import type { PackProps } from './usePickup.ts'

const labelOf = (word: Pack['missing'][number]) => (word === 'bib' ? words.bib_missing : words[word])

/** One pack, in letters that staff read at arm's length. */
export const PackCard = (props: PackProps) => {
  const { pack, desk, proxy, zone } = props
  const t = useWords()
  const { lang } = useLang()
  const missing = pack.missing.filter((word) => word !== 'bib' || desk?.preset !== 'numbers')
  return (
    <Card>
      <RunnerHead name={pack.name} event={pack.event} bib={pack.bib ?? t(words.no_bib)} photo={pack.photo} large />
      <div className="mt-3 grid gap-2">
        {pack.handed ? (
          <div role="status" className="rounded bg-success-tint px-4 py-3 text-success-ink">
            <p className="text-20 font-bold">{t(words.signed)}</p>
            <p className="figures">
              {t(words.signed_at, {
                time: dateText(pack.handed.at, lang, 'second', zone),
                where: pack.handed.desk ?? t(words.no_desk),
              })}
            </p>
            {pack.handed.staff === null ? null : <p>{t(words.signed_by, { staff: pack.handed.staff })}</p>}
            {pack.handed.proxy ? <p>{t(words.by_proxy, { proxy: pack.handed.proxy })}</p> : null}
          </div>
        ) : null}
        {pack.clash ? <Warning>{t(words.clash)}</Warning> : null}
        {pack.elsewhere && !pack.handed ? <Warning>{t(words.elsewhere, { where: pack.elsewhere })}</Warning> : null}
        {pack.handed ? null : missing.map((word) => <Warning key={word}>{t(labelOf(word))}</Warning>)}
        {pack.under_age && !pack.handed ? <Warning>{t(words.under_age)}</Warning> : null}
        {proxy?.unchecked && !pack.handed ? <Warning>{t(words.unchecked)}</Warning> : null}
        {proxy && !proxy.unchecked && !pack.handed ? (
          <p className="rounded bg-info-tint px-4 py-3 text-info-ink">{t(words.proxy_here, { name: proxy.name })}</p>
        ) : null}
      </div>
      {pack.face && !pack.handed && !isPackBarred(pack.missing) ? (
        <FaceCheck key={`face ${pack.id}`} id={pack.id} />
      ) : null}
      {pack.handed ? (
        <ExchangeButtons {...props} />
      ) : desk?.preset === 'finish' ? null : (
        <HandOutForm key={pack.entries.length} {...props} />
      )}
      {desk?.preset === 'finish' || pack.tag ? <FinishButtons {...props} /> : null}
      <PackFacts {...props} />
    </Card>
  )
}

const Warning = ({ children }: { children: string }) => (
  <p className="flex items-center gap-2 rounded bg-warning-tint px-4 py-3 font-medium text-warning-ink">
    <TriangleAlert className="size-5 shrink-0" aria-hidden />
    {children}
  </p>
)

const PackFacts = ({ pack, work }: PackProps) => {
  const t = useWords()
  return (
    <div className="mt-4 grid gap-4">
      {pack.gives.length > 0 ? (
        <section>
          <h3 className="mb-1 text-14 text-soft">{t(words.gives)}</h3>
          <ul className="flex flex-wrap gap-2">
            {pack.gives.map((thing, at) => (
              <li key={at} className="rounded bg-sunk px-3 py-1.5">
                {thing}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Facts
        rows={[
          [t(words.size), pack.taken && pack.taken !== pack.size ? `${pack.size ?? '—'} → ${pack.taken}` : pack.size],
          [t(words.zone), pack.zone],
          [t(words.chip), pack.chip],
          [t(words.window), pack.window],
          [t(words.document), pack.idnum],
          [t(words.mobile), pack.mobile],
        ]}
      />
      {pack.friends.length > 0 ? (
        <section>
          <h3 className="mb-2 text-14 text-soft">{t(words.friends)}</h3>
          <ul className="flex flex-wrap gap-2">
            {pack.friends.map(({ id, name, bib, handed }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => void work.open(id)}
                  className="flex min-h-11 items-center gap-2 rounded border border-edge px-4 hover:bg-sunk"
                >
                  {name} <span className="figures">{bib}</span>
                  {handed ? <Chip tone="success">{t(words.handed)}</Chip> : null}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
