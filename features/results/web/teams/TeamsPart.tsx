import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Search } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { TeamKind } from '../../rules.ts'
import { resultsTeams } from '../../teams/teams.contract.ts'
import { LiveMark } from '../list/LiveMark.tsx'
import { resultListWords, scoreWords } from '../report/score.words.ts'
import { TeamItem, useTeamKindText } from './TeamItem.tsx'
import { teamRankWords as words } from './team.words.ts'
import { useLive } from '../list/useLive.ts'

type List = OutputOf<typeof resultsTeams>
const usual: Pick<List, 'score' | 'numbering'> = { score: 'time', numbering: 'stand' }
type Props = {
  raceid: number
  eventid: number
  kind: string
  q: string
  provisional: boolean
  change: (part: { kind?: string; q?: string }) => void
}

/** Shows the team classification of an event, kind by kind, with a search. */
export const TeamsPart = ({ raceid, eventid, kind, q, provisional, change }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const input = useDeferredValue({
    raceid,
    eventid,
    q: q.trim().slice(0, 100),
    limit: 50,
    ...(kind === '' ? {} : { kind: kind as TeamKind }),
  })
  const list = useInfiniteQuery<List, Refused, { pages: List[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(resultsTeams.path, raceid, lang, input),
    queryFn: ({ pageParam, signal }) =>
      call(resultsTeams, { ...input, ...(pageParam === undefined ? {} : { after: pageParam }) }, { signal, lang }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    placeholderData: (before) => before,
  })
  const live = useLive(raceid, provisional, (news) => {
    if (news.all || news.eventids.includes(eventid)) void list.refetch()
  })
  const first = list.data?.pages[0]
  const kindText = useTeamKindText(first ?? usual)
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const chosen = first?.kinds.find((one) => one.kind === first.kind)
  const [ranked, behind] = [rows.filter(({ place }) => place !== null), rows.filter(({ place }) => place === null)]
  const board = (some: typeof rows, label: string, opens: boolean) => (
    <ul
      aria-label={label}
      className={
        'overflow-hidden rounded bg-surface shadow-card transition ' + (list.isPlaceholderData ? 'opacity-60' : '')
      }
    >
      {some.map((row, at) => (
        <TeamItem
          key={`${first?.kind} ${row.team}`}
          row={row}
          eventid={eventid}
          score={first?.score ?? 'time'}
          first={opens && at === 0}
        />
      ))}
    </ul>
  )
  return (
    <>
      <div className="flex gap-3">
        <TextInput
          className="min-w-0 flex-1"
          label={t(words.search)}
          bare
          placeholder={t(words.search)}
          value={q}
          onChange={(event) => change({ q: event.target.value })}
          onClear={() => change({ q: '' })}
          before={<Search className="size-5" aria-hidden />}
          enterKeyHint="search"
          maxLength={60}
        />
        {first && first.kinds.length > 1 ? (
          <Select
            label={t(words.kind)}
            bare
            value={first.kind}
            onChange={(event) => change({ kind: event.target.value })}
            options={first.kinds.map((one) => ({ value: one.kind, label: t(words[one.kind]) }))}
          />
        ) : null}
      </div>
      {list.error && !list.data ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <SkeletonCards count={6} className="h-18" /> : null}
      {first && chosen ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="figures text-14 text-soft" role="status">
            <Dotted
              text={[
                first.total === null
                  ? t(words.count, { n: countText(chosen.complete) })
                  : t(words.found, { n: countText(first.total) }),
                kindText(chosen),
                t(first.basis === 'gun' ? scoreWords.gun : scoreWords.net),
              ].join(' · ')}
            />
          </p>
          {first.provisional ? <LiveMark on={live} label={t(words.provisional)} /> : null}
        </div>
      ) : null}
      {first && rows.length === 0 ? (
        q.trim() === '' ? (
          <Empty title={t(words.none)} description={t(words.noneHow)} />
        ) : (
          <Empty
            title={t(words.nobody)}
            description={t(words.nobodyHow)}
            action={
              <Button look="plain" onClick={() => change({ q: '' })}>
                {t(words.clear)}
              </Button>
            }
          />
        )
      ) : null}
      {ranked.length > 0 ? board(ranked, t(words.teams), q.trim() === '') : null}
      {behind.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="font-bold">{t(words.incomplete)}</h2>
          {board(behind, t(words.incomplete), false)}
        </section>
      ) : null}
      <MoreButton list={list} />
      <ButtonLink
        look="plain"
        className="self-center md:hidden"
        href={`/results/${raceid}/${eventid}-teams.csv?_lang=${lang}`}
        download
        icon={<Download className="size-5" aria-hidden />}
      >
        {t(resultListWords.file)}
      </ButtonLink>
    </>
  )
}
