import { useState } from 'react'
import { ColumnsButton } from '#features/exports/console/ColumnsButton.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { ViewsBar } from '#features/exports/console/ViewsBar.tsx'
import { consoleExportsShow } from '#features/exports/contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { RareActions } from '#seam/console/RareActions.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useTableLook } from '#ui/layout/table/useTableLook.ts'
import { useAsk } from '#ui/network/call.ts'
import { Link, useGo } from '#ui/router/Link.tsx'
import { BulkRunning } from './bulk/BulkRunning.tsx'
import { words as bulkWords } from './bulk/bulkDesk.words.ts'
import { BulkSelection } from './bulk/BulkSelection.tsx'
import { words } from './desk.words.ts'
import { registrationFilterWords } from './filter.words.ts'
import { ListFilters } from './ListFilters.tsx'
import { RegistrationLines } from './RegistrationLines.tsx'
import { StateFilter } from './StateFilter.tsx'
import { type ColumnKnown, columnShown, usualColumns } from './tableColumns.tsx'
import { asParams, useListFilter } from './useListFilter.ts'
import { useRegistrations } from './useRegistrations.ts'

const TABLE = 'registrations'

/** Returns the columns of the table (`known`), and the permitted columns that this device shows (`shown`). */
const useColumns = (raceid: number) => {
  const known = useAsk(consoleExportsShow, { raceid, table: TABLE }, { quiet: true })
  const look = useTableLook(raceid, TABLE, usualColumns)
  const byName = new Map(known.data?.columns.map((column) => [column.name, column]))
  const shown = look.columns.flatMap((name): ColumnKnown[] => {
    const column = byName.get(name)
    return column?.allowed ? [column] : []
  })
  return { ...look, known: known.data?.columns ?? [], shown }
}

/** A race's registrations. Staff find and read them, and act on several or on all matches. */
export const RegistrationsPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const { filter, hidden } = useListFilter()
  const { state, sort = 'newest' } = filter
  const columns = useColumns(raceid)
  const { lines, rows, total, counts, paid } = useRegistrations(raceid, filter, columns.columns)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [everything, setEverything] = useState(false)
  const [more, setMore] = useState(false)
  const [begun, setBegun] = useState<readonly number[]>([])
  const choose = (next: ReadonlySet<number>) => {
    setEverything(false)
    setChosen(next)
  }
  const goTo = (next: Readonly<Record<string, unknown>>) => {
    choose(new Set())
    go(path.registrations({ raceid, ...asParams(next) }), { replace: true })
  }
  const show = (change: Readonly<Record<string, unknown>>) => goTo({ ...filter, ...change })
  const sortBy = (next: string) => show({ sort: next === 'newest' ? undefined : next })
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <>
          <ColumnsButton columns={columns.known} chosen={columns.columns} onChoose={columns.choose} />
          <ExportButton raceid={raceid} table={TABLE} filter={filter} />
          <RareActions>
            {may('registrations.edit') ? <ImportLink raceid={raceid} kind="registrations" /> : null}
            {may('registrations.enter') ? (
              <ButtonLink look="plain" href={path.walkin({ raceid })}>
                {t(words.enter_by_hand)}
              </ButtonLink>
            ) : null}
          </RareActions>
        </>
      }
    >
      <BulkRunning raceid={raceid} begun={begun} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <StateFilter state={state} counts={counts} paid={paid} onChoose={(next) => show({ state: next })} />
        <div className={more ? 'max-md:w-full' : 'max-md:hidden'}>
          <ViewsBar
            raceid={raceid}
            table={TABLE}
            now={{ filter, columns: columns.columns }}
            onShow={(view) => {
              columns.choose(view && view.columns.length > 0 ? view.columns : undefined)
              goTo(view?.filter ?? {})
            }}
          />
        </div>
      </div>
      <ListFilters {...{ raceid, filter, hidden, more }} mayOpen={may('sealed.open')} onMore={setMore} onShow={show} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-14 text-soft">
        <p className="figures" aria-live="polite">
          {total === undefined ? '' : t(registrationFilterWords.total, { n: countText(total) })}
        </p>
        <Link href={path.bulk({ raceid })} className="underline underline-offset-2 hover:text-ink">
          {t(bulkWords.all)}
        </Link>
      </div>
      {lines.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {lines.error && !lines.isFetchNextPageError ? (
        <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />
      ) : null}
      {lines.data && rows.length === 0 ? (
        Object.keys(filter).length > 0 ? (
          <Empty title={t(words.none_found)} description={t(words.none_found_text)} />
        ) : (
          <Empty title={t(words.none)} />
        )
      ) : null}
      {rows.length > 0 ? (
        <RegistrationLines
          {...{ raceid, rows, chosen, everything }}
          columns={columns.shown.map((column) => columnShown(raceid, column))}
          sorting={{ sort, onSort: sortBy }}
          drawn={columns.drawn}
          onChoose={choose}
        />
      ) : null}
      <MoreButton list={lines} />
      <BulkSelection
        {...{ raceid, filter, chosen, everything, total }}
        onEverything={() => setEverything(true)}
        onClear={() => choose(new Set())}
        onBegun={(id) => setBegun([...begun, id])}
      />
    </DeskPage>
  )
}
