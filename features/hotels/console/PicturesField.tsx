import { consoleFilesSave } from '#features/files/contract.ts'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { call } from '#ui/network/call.ts'
import { consoleWords as words } from './hotels.words.ts'

const MOST = 12
type Props = { raceid: number; pictures: readonly string[]; onChange: (pictures: string[]) => void }

/** Pictures in their order. While another picture is allowed, an empty field for it comes last. */
export const PicturesField = ({ raceid, pictures, onChange }: Props) => {
  const t = useWords()
  const shown = pictures.length < MOST ? [...pictures, undefined] : pictures
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {shown.map((picture, at) => (
        <PictureInput
          key={picture ?? 'new'}
          label={t(words.picture, { n: at + 1 })}
          value={picture}
          onChange={(path) =>
            onChange(
              path === undefined
                ? pictures.filter((_, n) => n !== at)
                : at < pictures.length
                  ? pictures.map((one, n) => (n === at ? path : one))
                  : [...pictures, path],
            )
          }
          upload={(file, options) => call(consoleFilesSave, { raceid }, { ...options, files: { file } })}
        />
      ))}
    </div>
  )
}
