import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { words } from '../words.ts'

type Reading = {
  header: string[]
  columns: Partial<Record<string, string>>
  rows: number
  added: number
  changed: number
  refused: { line: number; says: string }[]
}
export type ListToImport = {
  text: string
  mapping: Record<string, string>
  dry: boolean
  files: { file: File } | undefined
  /** The chosen sheet, for a workbook with several sheets. */
  sheet: string | undefined
}
type Props<Read extends Reading> = {
  title: ReactNode
  description: ReactNode
  meanings: readonly { value: string; label: string }[]
  send: (given: ListToImport, before: Read | undefined) => Promise<Read>
  onClose: () => void
  onDone: () => void
  /** Returns further questions that appear after the list was read. */
  children?: (read: Read) => ReactNode
}

/**
 * Imports a list from a file or pasted text. The server first reads the list without writing, so that staff can correct
 * the columns.
 */
export const ListImport = <Read extends Reading>({
  title,
  description,
  meanings,
  send,
  onClose,
  onDone,
  children,
}: Props<Read>) => {
  const t = useWords()
  const { lang } = useLang()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [text, setText] = useState('')
  const [sheet, setSheet] = useState<string>()
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [read, setRead] = useState<Read>()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)

  type Change = { file?: File; mapping?: Record<string, string>; sheet?: string | undefined }
  const run = async (dry: boolean, change: Change = {}) => {
    const from = change.file ?? file
    setBusy(true)
    setRefused(undefined)
    try {
      const answer = await send(
        {
          text: from ? '' : text,
          mapping: change.mapping ?? mapping,
          dry,
          files: from && { file: from },
          sheet: 'sheet' in change ? change.sheet : sheet,
        },
        read,
      )
      setRead(answer)
      if (dry) return
      toastSuccess(t(words.taken, { added: answer.added, changed: answer.changed }))
      onDone()
      if (answer.refused.length === 0) onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setText('')
    setMapping({})
    setSheet(undefined)
    setRead(undefined)
    void run(true, { file: chosen, mapping: {}, sheet: undefined })
  }
  const meaningOf = (header: string): string =>
    Object.entries(read?.columns ?? {}).find(([, column]) => column === header)?.[0] ?? ''
  const mean = (header: string, meaning: string) => {
    const was = meaningOf(header)
    const next = { ...mapping, ...(was ? { [was]: '' } : {}), ...(meaning ? { [meaning]: header } : {}) }
    setMapping(next)
    void run(true, { mapping: next })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button look="plain" busy={busy} onClick={() => void run(true)} disabled={!file && text.trim() === ''}>
            {t(words.read)}
          </Button>
          <Button busy={busy} onClick={() => void run(false)} disabled={!read || read.added + read.changed === 0}>
            {t(words.take)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="max-w-[60ch] text-soft">{description}</p>
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            accept={listTypes}
            className="sr-only"
            tabIndex={-1}
            aria-label={t(words.choose)}
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button look="plain" icon={<FileUp className="size-5" aria-hidden />} onClick={() => input.current?.click()}>
            {t(words.choose)}
          </Button>
          {file ? <span className="font-medium">{file.name}</span> : null}
        </div>
        <TextArea
          label={t(words.paste)}
          optional
          rows={5}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setFile(undefined)
            setSheet(undefined)
          }}
        />
        {refused ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
        <SheetPick
          refused={refused}
          busy={busy}
          onSheet={(name) => {
            setSheet(name)
            void run(true, { sheet: name })
          }}
        />
        {read ? (
          <>
            <ReadRows read={read} />
            <div className="grid gap-3 md:grid-cols-3">
              {[...new Set(read.header)].filter(Boolean).map((header) => (
                <Select
                  key={header}
                  label={header}
                  value={meaningOf(header)}
                  onChange={(event) => mean(header, event.target.value)}
                  options={[{ value: '', label: t(words.unused) }, ...meanings]}
                />
              ))}
            </div>
            {children?.(read)}
            <RefusedRows rows={read.refused} />
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

const ReadRows = ({ read }: { read: Reading }) => {
  const t = useWords()
  const { rows, added, changed, refused } = read
  return (
    <p className="figures font-medium" aria-live="polite">
      {t(words.read_rows, { rows, added, changed, refused: refused.length })}
    </p>
  )
}

const RefusedRows = ({ rows }: { rows: Reading['refused'] }) => {
  const t = useWords()
  if (rows.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls takes the focus
    <ul className="max-h-48 divide-y divide-line overflow-y-auto text-14" tabIndex={0}>
      {rows.map(({ line, says }, at) => (
        <li key={at} className="figures flex gap-3 py-2">
          <span className="text-soft">{t(words.line, { line })}</span>
          {says}
        </li>
      ))}
    </ul>
  )
}
