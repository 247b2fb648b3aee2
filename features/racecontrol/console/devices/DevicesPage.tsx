import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type LiveDevice, consoleRacecontrolDevicesList } from '../../devices/devices.contract.ts'
import { type LiveDeviceState, deviceStates } from '../../devices/devices.rules.ts'
import { deviceStateWords, deviceTableWords } from '../../devices/devices.words.ts'
import { DeviceDialog } from './DeviceDialog.tsx'
import { DeviceRow } from './DeviceRow.tsx'
import { pageWords as words } from './devicePage.words.ts'
import { ScanCard } from './ScanCard.tsx'
import { SetupDialog } from './SetupDialog.tsx'

const EVERY_MS = 30_000
type Filter = { state: LiveDeviceState | undefined; q: string }
const read = (raceid: number, { state, q }: Filter, after: string | null) =>
  call(consoleRacecontrolDevicesList, {
    raceid,
    q,
    limit: 50,
    ...(state === undefined ? {} : { state }),
    ...(after === null ? {} : { after }),
  })
const useDevices = (raceid: number, filter: Filter) => {
  const listed = usePages(
    [consoleRacecontrolDevicesList.path, raceid, filter.state ?? '', filter.q],
    (after) => read(raceid, filter, after),
    { placeholderData: (before) => before, refetchInterval: EVERY_MS },
  )
  return { listed, items: listed.data?.pages.flatMap((page) => page.items) ?? [], first: listed.data?.pages[0] }
}

export const DevicesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [filter, setFilter] = useState<Filter>({ state: undefined, q: '' })
  const [edited, setEdited] = useState<LiveDevice | 'new'>()
  const [setup, setSetup] = useState<number>()
  const { listed, items, first } = useDevices(raceid, filter)
  const again = () => void listed.refetch()
  const isFiltered = filter.state !== undefined || filter.q !== ''
  return (
    <DeskPage
      title={t(deviceTableWords.title)}
      actions={
        <>
          <ExportButton raceid={raceid} table="tracking_devices" filter={filter} />
          <ImportLink raceid={raceid} kind="tracking_devices" />
          <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
            {t(words.add)}
          </Button>
        </>
      }
    >
      {listed.error && !first ? <ErrorState error={listed.error} onRetry={again} /> : null}
      {listed.isPending ? <SkeletonCards count={3} className="h-28" /> : null}
      {first ? <ScanCard raceid={raceid} events={first.events} onDone={again} /> : null}
      {first ? <FilterBar filter={filter} counts={first.counts} onChange={setFilter} /> : null}
      {first && items.length === 0 ? (
        <Card>
          <Empty
            title={t(isFiltered ? words.none_found : words.none)}
            description={isFiltered ? undefined : t(words.none_text)}
          />
        </Card>
      ) : null}
      {first && items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((device) => (
              <DeviceRow
                key={device.id}
                raceid={raceid}
                device={device}
                zone={first.zone}
                onSetup={() => setSetup(device.id)}
                onChange={() => setEdited(device)}
                onDone={again}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={listed} />
      {edited ? (
        <DeviceDialog
          raceid={raceid}
          device={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={(added) => {
            setEdited(undefined)
            if (added) setSetup(added.id)
            again()
          }}
        />
      ) : null}
      {setup === undefined ? null : <SetupDialog raceid={raceid} id={setup} onClose={() => setSetup(undefined)} />}
    </DeskPage>
  )
}

type BarProps = {
  filter: Filter
  counts: Partial<Record<LiveDeviceState, number>>
  onChange: (filter: Filter) => void
}
const FilterBar = ({ filter, counts, onChange }: BarProps) => {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t(words.filter)}</legend>
        <ChoiceChip chosen={filter.state === undefined} onClick={() => onChange({ ...filter, state: undefined })}>
          {t(words.all)}
        </ChoiceChip>
        {deviceStates.map((one) => (
          <ChoiceChip key={one} chosen={filter.state === one} onClick={() => onChange({ ...filter, state: one })}>
            {t(deviceStateWords[one])} {counts[one] ?? 0}
          </ChoiceChip>
        ))}
      </fieldset>
      <TextInput
        bare
        className="min-w-0 flex-1 basis-64"
        type="search"
        label={t(words.search)}
        placeholder={t(words.search)}
        value={filter.q}
        maxLength={100}
        before={<Search className="size-5" aria-hidden />}
        onChange={({ target }) => onChange({ ...filter, q: target.value })}
        onClear={() => onChange({ ...filter, q: '' })}
      />
    </div>
  )
}
