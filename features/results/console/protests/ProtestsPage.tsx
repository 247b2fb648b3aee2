import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { type ProtestListed, consoleResultsProtests } from '../../protests/protests.contract.ts'
import { protestStateWords } from '../../protests/protests.words.ts'
import { resultOutcomeWords } from '../../report/outcome.words.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { FileDialog } from './FileDialog.tsx'
import { protestDesk as words } from './protests.words.ts'

type List = OutputOf<typeof consoleResultsProtests>

export const ProtestsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const [decided, setDecided] = useState(false)
  const [deciding, setDeciding] = useState<ProtestListed>()
  const [filing, setFiling] = useState(false)
  const list = useInfiniteQuery<List, Refused, { pages: List[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(consoleResultsProtests.path, raceid, lang, { decided }),
    queryFn: ({ pageParam }) =>
      call(
        consoleResultsProtests,
        { raceid, decided, limit: 20, ...(pageParam === undefined ? {} : { after: pageParam }) },
        { lang },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    staleTime: 0,
    refetchInterval: 15_000,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const open = list.data?.pages[0]?.open ?? 0
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.description)}
      actions={
        <Button look="plain" onClick={() => setFiling(true)}>
          {t(words.file)}
        </Button>
      }
    >
      <div className="max-w-96">
        <Segmented
          label={t(words.filter)}
          value={decided ? 'decided' : 'open'}
          onChange={(value) => setDecided(value === 'decided')}
          options={[
            { value: 'open', label: open > 0 ? `${t(words.waiting)} ${countText(open)}` : t(words.waiting) },
            { value: 'decided', label: t(words.decided) },
          ]}
        />
      </div>
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <SkeletonCards count={3} className="h-32" /> : null}
      {list.data && items.length === 0 ? <Empty title={t(decided ? words.none_decided : words.none)} /> : null}
      {items.map((one) => (
        <ProtestCard key={one.id} raceid={raceid} one={one} onDecide={() => setDeciding(one)} />
      ))}
      <MoreButton list={list} />
      {deciding ? (
        <DecideDialog
          raceid={raceid}
          one={deciding}
          onClose={() => setDeciding(undefined)}
          onDone={() => void list.refetch()}
        />
      ) : null}
      {filing ? (
        <FileDialog raceid={raceid} onClose={() => setFiling(false)} onDone={() => void list.refetch()} />
      ) : null}
    </DeskPage>
  )
}

type CardProps = { raceid: number; one: ProtestListed; onDecide: () => void }
const ProtestCard = ({ raceid, one, onDecide }: CardProps) => {
  const t = useWords()
  const { lang } = useLang()
  const zone = useRace()?.zone
  const result =
    one.outcome === null
      ? t(words.gone)
      : [
          one.outcome === 'finished' && one.time ? one.time : t(resultOutcomeWords[one.outcome]),
          one.place === null ? '' : t(words.place, { n: one.place }),
        ]
          .filter(Boolean)
          .join(' · ')
  return (
    <Card>
      <div className="grid gap-4 md:grid-cols-[1fr_auto] md:items-start">
        <div className="grid min-w-0 gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Chip tone={one.state === 'open' ? 'warning' : one.state === 'upheld' ? 'success' : 'plain'}>
              {t(protestStateWords[one.state])}
            </Chip>
            <span className="figures font-medium">
              {one.bib} {one.name ?? ''}
            </span>
            <span className="figures text-14 text-soft">{[one.event, result].join(' · ')}</span>
          </p>
          <p className="whitespace-pre-wrap break-words">{one.content}</p>
          {one.pictures.length > 0 ? (
            <p className="flex flex-wrap gap-2">
              {one.pictures.map((picture, at) => (
                <a key={picture} href={picture} target="_blank" rel="noreferrer">
                  <img src={picture} alt={t(words.picture, { n: at + 1 })} className="size-24 rounded object-cover" />
                </a>
              ))}
            </p>
          ) : null}
          <p className="text-14 text-soft">
            {[
              dateText(one.created_at, lang, 'deadline', zone),
              one.filed_by ? t(words.filed_by, { name: one.filed_by }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.decision ? (
            <p className="rounded bg-sunk px-3 py-2">
              <span className="block font-medium">{one.decision}</span>
              <span className="block text-14 text-soft">
                {t(words.by, { name: one.decided_by ?? '', at: dateText(one.decided_at, lang, 'deadline', zone) })}
              </span>
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {one.outcome === null ? null : (
            <Link
              className="px-2 py-2 text-14 underline"
              href={path.resultdesk({ raceid, bib: one.bib, of: one.eventid })}
            >
              {t(words.correct)}
            </Link>
          )}
          {one.state === 'open' ? <Button onClick={onDecide}>{t(words.decide)}</Button> : null}
        </div>
      </div>
    </Card>
  )
}
