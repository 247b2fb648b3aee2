import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { versionDifferenceKinds } from '../../publication/differences.rules.ts'
import { consoleResultsVersions } from '../../publication/publication.contract.ts'
import { differenceWords, publicationStateWords } from '../../publication/publication.words.ts'
import { Differences } from './Differences.tsx'
import { publishWords as words } from './publish.words.ts'

type Props = { raceid: number; eventid: number; name: string; zone: string | undefined; onClose: () => void }

/** Lists every publication of an event's results: the publisher, the moment, the note and the changes. */
export const HistoryDialog = ({ raceid, eventid, name, zone, onClose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState<number>()
  const found = useAsk(consoleResultsVersions, { raceid, eventid }, { staleTime: 0 })
  const versions = found.data?.versions ?? []
  return (
    <Dialog open wide onClose={onClose} title={`${t(words.history)} · ${name}`}>
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeleton className="h-11" lines={3} /> : null}
      {found.data && versions.length === 0 ? (
        <p className="text-soft">{t(found.data.state === 'none' ? words.history_none : words.history_live)}</p>
      ) : null}
      <ol className="divide-y divide-line">
        {versions.map((one) => (
          <li key={one.id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Chip tone={one.state === 'official' ? 'success' : one.state === 'none' ? 'plain' : 'warning'}>
                {t(one.state === 'none' ? words.none : publicationStateWords[one.state])}
              </Chip>
              <span className="figures min-w-0 flex-[1_1_14rem]">
                <span className="block font-medium">{dateText(one.created_at, lang, 'deadline', zone)}</span>
                <span className="block break-words text-14 text-soft">
                  {[one.by ?? t(words.system), one.note].filter(Boolean).join(' · ')}
                </span>
                <span className="block text-14 text-soft">
                  {versionDifferenceKinds
                    .filter((kind) => one.counts[kind] > 0)
                    .map((kind) => t(words.count, { kind: t(differenceWords[kind]), n: countText(one.counts[kind]) }))
                    .join(' · ')}
                </span>
              </span>
              {one.state === 'none' ? null : one.kept ? (
                <Button
                  look="quiet"
                  className="text-14"
                  aria-expanded={open === one.id}
                  onClick={() => setOpen(open === one.id ? undefined : one.id)}
                >
                  {t(open === one.id ? words.hide : words.show)}
                </Button>
              ) : (
                <span className="text-14 text-soft">{t(words.dropped)}</span>
              )}
            </div>
            {open === one.id ? <Differences raceid={raceid} eventid={eventid} zone={zone} version={one.id} /> : null}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
