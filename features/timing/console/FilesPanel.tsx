import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { type CourseEdited, consoleTimingImport, consoleTimingList } from '../contract.ts'
import { words } from './console.words.ts'

type Props = {
  raceid: number
  events: readonly CourseEdited[]
  devices: readonly { id: number; name: string; retired: boolean }[]
  onDone: () => void
}
type Kind = 'reads' | 'runners' | 'chips'
const says = { reads: words.file_reads_text, runners: words.file_runners_text, chips: words.file_chips_text } as const

/** Uploads reads, a start list, or the chips of runners. */
export const FilesPanel = ({ raceid, events, devices, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [kind, setKind] = useState<Kind>('reads')
  const [eventid, setEventid] = useState(events[0]?.eventid ?? 0)
  const [deviceid, setDeviceid] = useState<number>()
  const [said, setSaid] = useState<{
    text: string
    lines: string[]
    wrong: boolean
    /** The file or text of the preview. `sheet` is the chosen sheet of a workbook. */ file?: File
    sheet?: string | undefined
    /**
     * The refusal that stopped the upload, with the line that caused it.
     */ stopped?: { refused: Refused; file: File; dry: boolean }
  }>()
  const reads = useCall(consoleTimingImport)
  const list = useCall(consoleTimingList)
  /** Changes the choice and drops the preview, which was for the former file or text. */
  const anew = (set: () => void) => {
    set()
    setSaid(undefined)
  }
  const take = async (file: File, dry: boolean, sheet?: string) => {
    setSaid(undefined)
    try {
      if (kind === 'reads') {
        const done = await reads.mutateAsync({
          raceid,
          eventid,
          dry,
          sheet,
          ...(deviceid === undefined ? {} : { deviceid }),
          files: { file },
        })
        setSaid({
          wrong: false,
          ...(dry && done.reads > 0 ? { file, sheet } : {}),
          text: dry
            ? t(words.file_dry, { n: done.reads })
            : t(words.file_done, { taken: done.taken, known: done.known }),
          lines: [
            ...done.problems.slice(0, 20).map((one) => t(words.file_problem, { line: one.line, says: one.says })),
            ...(done.problems.length + done.more > 20
              ? [t(words.file_more, { n: done.problems.length + done.more - 20 })]
              : []),
          ],
        })
      } else {
        const done = await list.mutateAsync({ raceid, eventid, kind, sheet, files: { file } })
        setSaid({
          wrong: false,
          text: t(words.file_rows, { rows: done.rows }),
          lines:
            done.refused.length > 0 ? [t(words.file_refused, { lines: done.refused.slice(0, 50).join(', ') })] : [],
        })
      }
      onDone()
    } catch (thrown) {
      const refused = refusedFrom(thrown, lang)
      setSaid({ wrong: true, text: refused.msg, lines: [], stopped: { refused, file, dry } })
    }
  }
  return (
    <Card title={t(words.files)}>
      <div className="grid gap-4">
        <Segmented
          label={t(words.file_kind)}
          value={kind}
          onChange={(value) => anew(() => setKind(value as Kind))}
          options={[
            { value: 'reads', label: t(words.file_reads) },
            { value: 'runners', label: t(words.file_runners) },
            { value: 'chips', label: t(words.file_chips) },
          ]}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t(words.event)}
            value={String(eventid)}
            options={events.map((event) => ({ value: String(event.eventid), label: event.event }))}
            onChange={(event) => anew(() => setEventid(Number(event.target.value)))}
          />
          {kind === 'reads' ? (
            <Select
              label={t(words.file_of)}
              value={String(deviceid ?? '')}
              options={[
                { value: '', label: t(words.file_points) },
                ...devices
                  .filter(({ retired }) => !retired)
                  .map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(event) =>
                anew(() => setDeviceid(event.target.value === '' ? undefined : Number(event.target.value)))
              }
            />
          ) : null}
        </div>
        <FileInput
          key={kind}
          label={t(words.file_choose)}
          hint={t(says[kind])}
          accept={`${listTypes},.json`}
          busy={reads.isPending || list.isPending}
          onFile={(file) => void take(file, true)}
        />
        {said ? (
          <div
            role={said.wrong ? 'alert' : 'status'}
            className={
              'rounded px-4 py-3 ' +
              (said.wrong ? 'bg-danger-tint text-danger-ink' : 'bg-success-tint text-success-ink')
            }
          >
            <p className="font-medium">{said.text}</p>
            {said.lines.map((line) => (
              <p key={line} className="figures mt-1 break-all text-14">
                {line}
              </p>
            ))}
            {said.stopped ? (
              <SheetPick
                refused={said.stopped.refused}
                onSheet={(sheet) => void take(said.stopped!.file, said.stopped!.dry, sheet)}
              />
            ) : null}
            {said.file ? (
              <Button className="mt-3" busy={reads.isPending} onClick={() => void take(said.file!, false, said.sheet)}>
                {t(words.file_go, { name: said.file.name })}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </Card>
  )
}
