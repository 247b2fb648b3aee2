import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SearchForm } from '#ui/form/search/SearchForm.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type SoldState, consoleTicketsSold, soldStates } from '../sold.contract.ts'
import { soldWords } from '../sold.words.ts'
import { SoldDialog } from './SoldDialog.tsx'
import { SoldLines } from './SoldLines.tsx'
import { words } from './tickets.words.ts'

export type TicketsPanelProps = { raceid: number; zone: string }
type Filter = { state?: SoldState; goodsid?: number; moved?: '1'; q?: string }
const read = (raceid: number, filter: Filter, after: string | null) =>
  call(consoleTicketsSold, { raceid, limit: 50, ...filter, ...(after === null ? {} : { after }) })

export const SoldPanel = ({ raceid, zone }: TicketsPanelProps) => {
  const t = useWords()
  const named = useMe(raceid).may('registrations.read')
  const [filter, setFilter] = useState<Filter>({})
  const [opened, setOpened] = useState<number>()
  const listed = usePages([consoleTicketsSold.path, raceid, filter], (after) => read(raceid, filter, after), {
    placeholderData: (before) => before,
  })
  const put = (change: { [Name in keyof Filter]: Filter[Name] | undefined }) =>
    setFilter((before) =>
      Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)),
    )
  const first = listed.data?.pages[0]
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  // Without an answer, no number stands beside a state.
  const everything = first ? soldStates.reduce((sum, state) => sum + (first.counts[state] ?? 0), 0) : ''
  const blank = Object.keys(filter).length === 0
  return (
    <>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_14rem_auto] md:items-end">
        <SearchForm
          label={t(named ? words.search_label : words.search_numbers)}
          action={t(words.search)}
          value={filter.q ?? ''}
          maxLength={400}
          onSearch={(q) => put({ q })}
        />
        <Select
          label={t(words.kinds)}
          value={String(filter.goodsid ?? '')}
          options={[
            { value: '', label: t(words.all_kinds) },
            ...(first?.kinds ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ target }) => put({ goodsid: Number(target.value) || undefined })}
        />
        <ExportButton raceid={raceid} table="tickets" filter={filter} />
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t(soldWords.state)}</legend>
        <ChoiceChip chosen={filter.state === undefined} onClick={() => put({ state: undefined })}>
          {t(words.all)} {everything}
        </ChoiceChip>
        {soldStates.map((state) => (
          <ChoiceChip key={state} chosen={filter.state === state} onClick={() => put({ state })}>
            {t(soldWords[state])} {first ? (first.counts[state] ?? 0) : ''}
          </ChoiceChip>
        ))}
        <ChoiceChip chosen={filter.moved === '1'} onClick={() => put({ moved: filter.moved ? undefined : '1' })}>
          {t(words.moved)}
        </ChoiceChip>
      </fieldset>
      {listed.error && !listed.data ? <ErrorState error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      {listed.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {listed.data && items.length === 0 ? (
        <Card>
          <Empty title={t(blank ? words.none_sold : words.none_found)} />
        </Card>
      ) : null}
      {items.length > 0 ? <SoldLines items={items} zone={zone} named={named} onOpen={setOpened} /> : null}
      <MoreButton list={listed} />
      {opened === undefined ? null : (
        <SoldDialog
          raceid={raceid}
          zone={zone}
          id={opened}
          onClose={() => setOpened(undefined)}
          onChanged={() => void listed.refetch()}
        />
      )}
    </>
  )
}
