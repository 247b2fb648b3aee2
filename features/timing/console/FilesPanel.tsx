import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { type CourseEdited, consoleTimingImport } from '../contract.ts'
import { words } from './console.words.ts'

type Props = {
  raceid: number
  events: readonly CourseEdited[]
  devices: readonly { id: number; name: string; retired: boolean }[]
  onDone: () => void
}

/** A panel that uploads files of chip reads. */
export const FilesPanel = ({ raceid, events, devices, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [eventid, setEventid] = useState(events[0]?.eventid ?? 0)
  const [deviceid, setDeviceid] = useState<number>()
  const [said, setSaid] = useState<{
    text: string
    lines: string[]
    wrong: boolean
    /** The file of the preview. `sheet` is the chosen sheet of a workbook. */ file?: File
    sheet?: string | undefined
    /**
     * The refusal that stopped the upload, with the line that caused it.
     */ stopped?: { refused: Refused; file: File; dry: boolean }
  }>()
  const reads = useCall(consoleTimingImport)
  /** Changes the choice of the event or of the reader, and drops the preview of the former choice. */
  const anew = (set: () => void) => {
    set()
    setSaid(undefined)
  }
  const take = async (file: File, dry: boolean, sheet?: string) => {
    setSaid(undefined)
    try {
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
        text: dry ? t(words.file_dry, { n: done.reads }) : t(words.file_done, { taken: done.taken, known: done.known }),
        lines: [
          ...done.problems.slice(0, 20).map((one) => t(words.file_problem, { line: one.line, says: one.says })),
          ...(done.problems.length + done.more > 20
            ? [t(words.file_more, { n: done.problems.length + done.more - 20 })]
            : []),
        ],
      })
      onDone()
    } catch (thrown) {
      const refused = refusedFrom(thrown, lang)
      setSaid({ wrong: true, text: refused.msg, lines: [], stopped: { refused, file, dry } })
    }
  }
  return (
    <Card title={t(words.files)}>
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t(words.event)}
            value={String(eventid)}
            options={events.map((event) => ({ value: String(event.eventid), label: event.event }))}
            onChange={(event) => anew(() => setEventid(Number(event.target.value)))}
          />
          <Select
            label={t(words.file_of)}
            value={String(deviceid ?? '')}
            options={[
              { value: '', label: t(words.file_points) },
              ...devices.filter(({ retired }) => !retired).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) =>
              anew(() => setDeviceid(event.target.value === '' ? undefined : Number(event.target.value)))
            }
          />
        </div>
        <FileInput
          label={t(words.file_choose)}
          hint={t(words.file_reads_text)}
          accept={`${listTypes},.json`}
          busy={reads.isPending}
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
        <section className="grid gap-2 border-t border-line pt-4">
          <h3 className="font-bold">{t(words.lists)}</h3>
          <p className="text-14 text-soft">{t(words.lists_text)}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink look="plain" href={path.imports({ raceid, kind: 'start_list' })}>
              {t(words.lists_runners)}
            </ButtonLink>
            <ButtonLink look="plain" href={path.imports({ raceid, kind: 'chips' })}>
              {t(words.lists_chips)}
            </ButtonLink>
          </div>
        </section>
      </div>
    </Card>
  )
}
