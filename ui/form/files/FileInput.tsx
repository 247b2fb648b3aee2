import { Camera, FileUp, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from '../Field.tsx'
import { useWords } from '../../language/lang.tsx'
import { isPictureName, whyNotOpened } from '../../media/pictureFile.ts'
import { pictureWords } from '../../media/picture.words.ts'
import { words } from '../../language/words.ts'

type Props = FieldProps & { accept: string; busy?: boolean; camera?: boolean; onFile: (file: File) => void }
/**
 * A file field that reports a file as soon as it is chosen. It shows our own words in place of the browser's. It
 * refuses a picture that cannot be opened. With `camera` a phone or tablet opens its camera.
 */
export const FileInput = ({ accept, busy, camera, onFile, ...field }: Props) => {
  const t = useWords()
  const [unfit, setUnfit] = useState<keyof typeof pictureWords>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const why = accept.includes('.png') && isPictureName(file.name) ? await whyNotOpened(file) : undefined
    setUnfit(why)
    if (!why) onFile(file)
  }
  return (
    <Field {...field} error={unfit ? t(pictureWords[unfit]) : field.error}>
      {(control) => (
        <div
          className={
            'relative inline-flex min-h-11 items-center gap-2 rounded border border-edge px-5 py-2 ' +
            'font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
            `has-focus-visible:outline-ink ${busy ? 'bg-sunk text-soft' : 'bg-surface hover:bg-sunk'}`
          }
        >
          <input
            {...control}
            type="file"
            accept={accept}
            disabled={busy}
            capture={camera ? 'environment' : undefined}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              void take(file)
            }}
          />
          {busy ? (
            <LoaderCircle className="size-5 animate-spin" aria-hidden />
          ) : camera ? (
            <Camera className="size-5" aria-hidden />
          ) : (
            <FileUp className="size-5" aria-hidden />
          )}
          <span aria-hidden>{t(busy ? words.uploading : camera ? words.camera_open : words.file_choose)}</span>
        </div>
      )}
    </Field>
  )
}
