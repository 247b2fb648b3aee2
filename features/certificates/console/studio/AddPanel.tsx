import { QrCode, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { consoleFilesSave } from '#features/files/contract.ts'
import { call, refusedFrom } from '#ui/network/call.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { pictureTypes, whyNotOpened } from '#ui/media/pictureFile.ts'
import { pictureWords } from '#ui/media/picture.words.ts'
import type { Box } from '../../template/boxes.contract.ts'
import { checkables, fieldOn, freshBox, imageOn, withBox } from '../../template/layers.rules.ts'
import { lacksCode } from '../../rules.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { KindIcon } from './LayerList.tsx'
import { words } from './studio.words.ts'
import type { Studio } from './useStudio.ts'

const plain = ['text', 'rect', 'line', 'photo', 'qr', 'watermark'] as const
/** The largest number of boxes. The contract has the same limit. */
const MOST = 300

/** The things that staff can add to the certificate. The editor selects an added thing at once. */
export const AddPanel = ({
  studio,
  raceid,
  fields,
  onAdded,
}: {
  studio: Studio
  raceid: number
  fields: readonly string[]
  onAdded: () => void
}) => {
  const t = useWords()
  const { design, change, choose } = studio
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const [said, setSaid] = useState<string>()
  const add = (...boxes: Box[]) => {
    let next = design
    for (const box of boxes) {
      const put = withBox(next, box)
      next = put.design
      choose(put.key)
    }
    change(() => next)
    onAdded()
  }
  const bring = async (file: File) => {
    const why = await whyNotOpened(file)
    if (why) return setSaid(t(pictureWords[why]))
    setSending(true)
    setSaid(undefined)
    try {
      const { path, width, height } = await call(consoleFilesSave, { raceid }, { files: { file } })
      const key = Math.max(0, ...design.layers.map((layer) => layer.key)) + 1
      change((now) => withBox(now, imageOn(now, path, { width, height })).design)
      choose(key)
      onAdded()
    } catch (thrown) {
      setSaid(refusedFrom(thrown).msg)
    } finally {
      setSending(false)
    }
  }
  const boxes = design.layers.map(({ box }) => box)
  const full = design.layers.length >= MOST
  const whyNot = (kind: (typeof plain)[number]) =>
    full
      ? t(words.boxes_enough)
      : kind === 'photo' && boxes.some((box) => box.kind === 'photo')
        ? t(words.one_photo)
        : undefined
  const tile =
    'flex min-h-11 items-center gap-2.5 rounded border border-line bg-surface px-3 py-2 ' +
    'text-left text-14 hover:bg-sunk aria-disabled:bg-sunk aria-disabled:text-soft'
  return (
    <div className="grid gap-3">
      {full ? null : (
        <FieldPicker label={t(words.add_field)} fields={fields} onPick={(field) => add(fieldOn(design, field))} />
      )}
      <div className="grid grid-cols-2 gap-2">
        {plain.map((kind) => {
          const why = whyNot(kind)
          return (
            <button
              key={kind}
              type="button"
              aria-disabled={why ? true : undefined}
              onClick={() =>
                !why && add(freshBox(kind, design, t(kind === 'watermark' ? words.fresh_mark : words.fresh_text)))
              }
              className={tile}
            >
              <KindIcon kind={kind} />
              <span className="min-w-0">
                {t(words.kinds[kind])}
                {why ? <span className="block text-12">{why}</span> : null}
              </span>
            </button>
          )
        })}
        <button
          type="button"
          aria-disabled={sending || full ? true : undefined}
          aria-busy={sending || undefined}
          onClick={() => !sending && !full && input.current?.click()}
          className={tile}
        >
          <KindIcon kind="image" />
          {t(words.kinds.image)}
        </button>
        <input
          ref={input}
          type="file"
          accept={pictureTypes}
          aria-label={t(words.kinds.image)}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void bring(file)
          }}
        />
      </div>
      {lacksCode(boxes) && !full ? (
        <Button
          look="plain"
          icon={
            boxes.length ? <ShieldCheck className="size-5" aria-hidden /> : <QrCode className="size-5" aria-hidden />
          }
          onClick={() =>
            add(
              ...checkables(design)
                .filter((one) => one.kind !== 'qr' || !boxes.some((box) => box.kind === 'qr'))
                .filter(
                  (one) =>
                    one.kind !== 'text' || !boxes.some((box) => 'text' in box && box.text.includes('%证书编号%')),
                ),
            )
          }
        >
          {t(words.add_checks)}
        </Button>
      ) : null}
      {said ? (
        <p role="alert" className="text-14 text-danger-ink">
          {said}
        </p>
      ) : null}
    </div>
  )
}
