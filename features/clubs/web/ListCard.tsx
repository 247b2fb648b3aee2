import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { ReadResult } from '#features/imports/console/ReadResult.tsx'
import { TemplateButton } from '#features/imports/console/TemplateButton.tsx'
import { words as importWords } from '#features/imports/words.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { DropZone } from '#ui/form/files/DropZone.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
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
          <TemplateButton kind={list} />
        </div>
        {refused?.refusal === 'several_sheets' ? null : <Refusal refused={refused} />}
        <SheetPick
          refused={refused}
          busy={send.isPending}
          onSheet={(sheet) => (way ? void run({ ...way, sheet }, true) : undefined)}
        />
        {read && way ? (
          <ReadResult
            kind={list}
            read={read}
            busy={send.isPending}
            onMapping={(mapping) => void run({ ...way, mapping }, true)}
            onTake={() => void run(way, false)}
          />
        ) : null}
      </div>
    </Card>
  )
}
