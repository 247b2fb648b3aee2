import { useState } from 'react'
import { Download } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { ColumnMapping } from '#features/imports/console/ColumnMapping.tsx'
import { csvBlob } from '#features/imports/console/csvBlob.ts'
import { Faults } from '#features/imports/console/Faults.tsx'
import { words as importWords } from '#features/imports/words.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { DropZone } from '#ui/form/files/DropZone.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { saveBlob } from '#ui/network/handOver.ts'
import { type ClubDesk, clubRead } from '../desk/desk.contract.ts'
import { clubWords as words } from './club.words.ts'

type Read = OutputOf<typeof clubRead>
type Way = { file: File; mapping: Record<string, string>; sheet: string | undefined }
type Props = { raceid: number; desk: ClubDesk; onDone: () => void }

/**
 * Imports a list of people. The server first reads the file without writing, and refused rows come back as a file to
 * correct.
 */
export const ListCard = ({ raceid, desk, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const send = useCall(clubRead)
  const [way, setWay] = useState<Way>()
  const [read, setRead] = useState<Read>()
  const [refused, setRefused] = useState<Refused>()
  const run = async (next: Way, dry: boolean) => {
    setRefused(undefined)
    setWay(next)
    const { file, mapping, sheet } = next
    try {
      const answer = await send.mutateAsync({
        raceid,
        id: desk.id,
        mapping,
        dry,
        files: { file },
        ...(sheet === undefined ? {} : { sheet }),
      })
      setRead(answer)
      if (dry) return
      toastSuccess(t(importWords.done, { n: countText(answer.counts.added + answer.counts.changed) }))
      onDone()
    } catch (thrown) {
      setRead(undefined)
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const { list } = desk
  const template = () =>
    saveBlob(
      csvBlob(
        csvMark + csvLine(list.columns.map(({ label }) => label)) + csvLine(list.columns.map(({ example }) => example)),
      ),
      'people.csv',
    )
  return (
    <Card title={t(words.list)}>
      <div className="grid gap-4">
        <p className="text-soft">{list.description}</p>
        <DropZone
          label={t(importWords.drop)}
          action={t(importWords.choose)}
          other={t(importWords.other)}
          hint=".xlsx / CSV"
          accept={listTypes}
          file={way?.file}
          busy={send.isPending}
          onFile={(file) => void run({ file, mapping: {}, sheet: undefined }, true)}
        />
        <div>
          <Button
            look="quiet"
            className="-ml-3 px-3 text-14"
            icon={<Download className="size-4" aria-hidden />}
            onClick={template}
          >
            {t(importWords.template)}
          </Button>
        </div>
        {refused?.refusal === 'several_sheets' ? null : <Refusal refused={refused} />}
        <SheetPick
          refused={refused}
          busy={send.isPending}
          onSheet={(sheet) => (way ? void run({ ...way, sheet }, true) : undefined)}
        />
        {read && way ? (
          <ReadRows
            desk={desk}
            read={read}
            busy={send.isPending}
            onRun={(change, dry) => void run({ ...way, ...change }, dry)}
          />
        ) : null}
      </div>
    </Card>
  )
}

type RowsProps = { desk: ClubDesk; read: Read; busy: boolean; onRun: (change: Partial<Way>, dry: boolean) => void }
const ReadRows = ({ desk, read, busy, onRun }: RowsProps) => {
  const t = useWords()
  const { counts, missing, dry } = read
  const taken = counts.added + counts.changed
  const count = (name: 'added' | 'changed' | 'same' | 'refused') => t(importWords[name], { n: countText(counts[name]) })
  return (
    <>
      <div className="figures grid gap-1" aria-live="polite">
        <p className="text-20 font-bold">{t(importWords.rows, { rows: countText(counts.rows) })}</p>
        {missing.length > 0 ? (
          <p className="font-medium text-danger-ink">
            {t(importWords.missing, { names: missing.join(t(importWords.comma)) })}
          </p>
        ) : (
          <p>
            <Dotted text={[count('added'), count('changed'), count('same'), count('refused')].join(' · ')} />
          </p>
        )}
      </div>
      {dry ? <ColumnMapping kind={desk.list} read={read} onMapping={(mapping) => onRun({ mapping }, true)} /> : null}
      <Faults read={read} name="people" />
      {dry ? (
        <div>
          <Button
            busy={busy}
            disabledReason={taken === 0 ? t(importWords.nothing) : undefined}
            onClick={() => onRun({}, false)}
          >
            {t(importWords.go, { n: countText(taken) })}
          </Button>
        </div>
      ) : null}
    </>
  )
}
