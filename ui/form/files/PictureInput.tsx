import { ImageUp, RefreshCw, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { type call, refusedFrom } from '../../network/call.ts'
import { Field, type FieldProps } from '../Field.tsx'
import { useWords } from '../../language/lang.tsx'
import { useOwnPicture } from '../../media/ownPicture.ts'
import { fileMark, isPictureName, pictureTypes, whyNotOpened } from '../../media/pictureFile.ts'
import { pictureWords } from '../../media/picture.words.ts'
import { Progress } from '../../feedback/Progress.tsx'
import { words } from '../../language/words.ts'

export type UploadOptions = NonNullable<Parameters<typeof call>[2]>
type Props = FieldProps & {
  /** The path of the stored picture; undefined without a picture. */
  value: string | undefined
  onChange: (path: string | undefined) => void
  /**
   * Sends the file: `(file, options) => call(storUpload, { raceid, purpose: 'proof' }, { ...options, files: { file }
   * })`.
   */
  upload: (file: File, options: UploadOptions) => Promise<{ path: string }>
  /** Makes the file to send from a chosen file, such as a part of it. If it returns undefined, nothing is sent. */
  prepare?: (file: File) => Promise<File | undefined>
  /** Width to height of the preview, as CSS writes it: `3 / 1` for a cover. */
  ratio?: string
}

/**
 * A field for one picture, which a person chooses, drops or takes with the camera. The field sends the picture at once
 * and shows the progress. A person can then replace or remove the picture. The field ignores a file without the name of
 * a picture. If the file is already in the field, a sentence says so (docs/behaviour/screens.md, Uploads). The field is
 * the browser's own, so it works by keyboard.
 */
export const PictureInput = ({ value, onChange, upload, prepare, ratio = '16 / 9', ...field }: Props) => {
  const t = useWords()
  const [sent, setSent] = useState<number>()
  const [said, setSaid] = useState<string>()
  const [preview, setPreview] = useState<string>()
  const [over, setOver] = useState(false)
  const mark = useRef<string>(undefined)
  const giveUp = useRef<AbortController>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => giveUp.current?.abort(), [])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const busy = sent !== undefined

  const take = async (given: File | undefined) => {
    if (!given || busy || !isPictureName(given.name)) return
    setSaid(undefined)
    const why = await whyNotOpened(given)
    if (why) return setSaid(t(pictureWords[why]))
    const file = prepare ? await prepare(given) : given
    if (!file) return
    const marked = await fileMark(file)
    if (value !== undefined && marked === mark.current) return setSaid(t(words.same_file))
    const stop = new AbortController()
    giveUp.current = stop
    setSent(0)
    setPreview(URL.createObjectURL(file))
    try {
      const path = await sendOrFind(file, { signal: stop.signal, quiet: true, onProgress: setSent })
      mark.current = marked
      onChange(path)
    } catch (thrown) {
      setPreview(undefined)
      if (!stop.signal.aborted) setSaid(refusedFrom(thrown).msg)
    } finally {
      setSent(undefined)
    }
  }
  /**
   * Sends the file. If the server answers that it has the file already, this function returns the path of the stored
   * file. The server may have the file because the person took it out of the field before, or because the answer was
   * lost.
   */
  const sendOrFind = async (file: File, options: UploadOptions): Promise<string> => {
    try {
      return (await upload(file, options)).path
    } catch (thrown) {
      const { refusal, facts } = refusedFrom(thrown)
      if (refusal === 'same_file' && typeof facts.path === 'string' && facts.path !== value) return facts.path
      throw thrown
    }
  }
  const remove = () => {
    giveUp.current?.abort()
    mark.current = undefined
    setPreview(undefined)
    setSaid(undefined)
    onChange(undefined)
    input.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const shown = preview ?? value
  const own = useOwnPicture(preview ? undefined : value)
  return (
    <Field {...field} error={said ?? field.error} hint={field.hint ?? t(words.picture_kinds)}>
      {(control) => (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={
            'relative overflow-hidden rounded border bg-surface has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ' +
            (over ? 'border-strong bg-tint' : said || field.error ? 'border-danger-ink' : 'border-edge') +
            ' ' +
            (shown ? '' : 'border-dashed')
          }
        >
          <input
            {...control}
            ref={input}
            type="file"
            accept={pictureTypes}
            disabled={busy}
            className={`absolute inset-0 z-10 size-full cursor-pointer opacity-0 ${shown ? 'pointer-events-none' : ''}`}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              void take(file)
            }}
          />
          {shown ? (
            <>
              <img
                src={preview ?? own}
                alt={t(words.picture_chosen)}
                className="block max-h-64 w-full bg-sunk object-contain"
                style={{ aspectRatio: ratio }}
              />
              <div
                className={
                  'relative z-20 flex min-h-14 flex-wrap items-center ' +
                  'justify-end gap-2 border-t border-line px-2 py-1.5'
                }
              >
                {busy ? (
                  <div className="min-w-0 flex-1 px-2">
                    <Progress value={sent} label={t(words.uploading)} />
                  </div>
                ) : (
                  <Button
                    look="quiet"
                    icon={<RefreshCw className="size-5" aria-hidden />}
                    onClick={() => input.current?.click()}
                  >
                    {t(words.picture_replace)}
                  </Button>
                )}
                <Button look="quiet" icon={<Trash2 className="size-5" aria-hidden />} onClick={remove}>
                  {t(busy ? words.cancel : words.picture_remove)}
                </Button>
              </div>
            </>
          ) : (
            <div
              aria-hidden
              className="flex min-h-32 flex-col items-center justify-center gap-2 p-4 text-center text-soft"
            >
              <ImageUp className="size-8 text-strong" strokeWidth={1.75} />
              <span className="font-medium text-strong">{t(words.picture_choose)}</span>
              <span className="hidden text-14 pointer-fine:block">{t(words.picture_drop)}</span>
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
