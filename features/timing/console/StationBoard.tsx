import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, durationText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { StationStat, timingLogStat } from '../contract.ts'
import { words } from './console.words.ts'
import { type EditedReader, ReaderDialog } from './ReaderDialog.tsx'
import { ReadsDialog } from './ReadsDialog.tsx'
import { StationDialog } from './StationDialog.tsx'

type Board = OutputOf<typeof timingLogStat>
type Props = { raceid: number; zone: string; board: Board; onDone: () => void }
/** The seconds without a read after which the page shows a station as silent. */
const longSilence = 600

const Station = ({
  station,
  zone,
  onStation,
  onReads,
  onReader,
}: {
  station: StationStat
  zone: string
  onStation: () => void
  onReads: () => void
  onReader: (reader: EditedReader) => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <li className="px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h3 className="font-medium">{station.name}</h3>
          <p className="figures text-14 text-soft">
            {station.reads === 0
              ? t(words.silent)
              : [
                  t(words.reads, { n: countText(station.reads) }),
                  t(words.runners, { n: countText(station.runners) }),
                  t(words.last, { time: dateText(station.last_at, lang, 'second', zone) }),
                ].join(' · ')}
          </p>
        </div>
        {station.quiet !== null && station.quiet > longSilence ? (
          <Chip>{t(words.quiet, { time: durationText(station.quiet) })}</Chip>
        ) : station.reads > 0 ? (
          <Chip tone="success">{t(words.open)}</Chip>
        ) : null}
        {station.reads > 0 ? (
          <Button look="quiet" onClick={onReads}>
            {t(words.log)}
            <span className="sr-only"> {station.name}</span>
          </Button>
        ) : null}
        <Button look="quiet" onClick={onStation}>
          {t(words.edit)}
          <span className="sr-only"> {station.name}</span>
        </Button>
      </div>
      <ul className="mt-2 flex flex-wrap gap-2">
        {station.devices.map((device) => (
          <li key={device.id}>
            <Button
              look="plain"
              className="text-14"
              onClick={() => onReader({ ...device, stationid: station.id, key: null })}
            >
              {device.name}
              <span className="figures font-normal text-soft">
                {device.retired ? t(words.retired) : countText(device.reads)}
                {device.offset_ms === 0
                  ? ''
                  : ` · ${t(words.reader_offset, {
                      ms: `${device.offset_ms > 0 ? '+' : ''}${device.offset_ms / 1000} s`,
                    })}`}
              </span>
            </Button>
          </li>
        ))}
        <li>
          <Button
            look="quiet"
            className="text-14"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() =>
              onReader({ id: undefined, stationid: station.id, name: '', offset_ms: 0, retired: false, key: null })
            }
          >
            {t(words.reader_add)}
          </Button>
        </li>
      </ul>
    </li>
  )
}

/** Shows the stations in the order of the course, as the page last loaded them. */
export const StationBoard = ({ raceid, zone, board, onDone }: Props) => {
  const t = useWords()
  const [station, setStation] = useState<{
    id: number | undefined
    name: string
    metres: number | null
    used: boolean
  }>()
  const [reader, setReader] = useState<EditedReader>()
  const [log, setLog] = useState<{ station?: StationStat }>()
  return (
    <Card
      flush
      title={t(words.board)}
      aside={
        board.reads > 0 ? (
          <Chip tone={board.behind > 0 ? 'warning' : 'success'}>
            {board.behind > 0 ? t(words.behind, { n: countText(board.behind) }) : t(words.up_to_date)}
          </Chip>
        ) : null
      }
    >
      {board.ghosts > 0 ? (
        <div className="px-4 pb-2 md:px-6">
          <Button look="plain" className="text-14" onClick={() => setLog({})}>
            {t(words.ghosts, { n: countText(board.ghosts) })}
          </Button>
        </div>
      ) : null}
      {board.items.length === 0 ? <Empty title={t(words.board_none)} description={t(words.board_none_text)} /> : null}
      <ul className="divide-y divide-line">
        {board.items.map((one) => (
          <Station
            key={one.id}
            station={one}
            zone={zone}
            onStation={() => setStation({ ...one, used: one.devices.length > 0 })}
            onReads={() => setLog({ station: one })}
            onReader={setReader}
          />
        ))}
      </ul>
      <div className="px-4 pb-4 pt-3 md:px-6">
        <Button
          look="plain"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => setStation({ id: undefined, name: '', metres: null, used: false })}
        >
          {t(words.station_add)}
        </Button>
      </div>
      {station ? (
        <StationDialog
          key={`station ${station.id ?? 'new'}`}
          raceid={raceid}
          station={station}
          onClose={() => setStation(undefined)}
          onDone={onDone}
        />
      ) : null}
      {reader ? (
        <ReaderDialog
          key={`reader ${reader.id ?? 'new'}`}
          raceid={raceid}
          reader={reader}
          onClose={() => setReader(undefined)}
          onDone={onDone}
        />
      ) : null}
      {log ? <ReadsDialog raceid={raceid} zone={zone} station={log.station} onClose={() => setLog(undefined)} /> : null}
    </Card>
  )
}
