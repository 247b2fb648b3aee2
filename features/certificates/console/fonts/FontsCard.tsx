import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  consoleCertificatesFonts,
  consoleCertificatesFontsRemove,
  consoleCertificatesFontsSave,
} from '../../fonts/fonts.contract.ts'
import { words } from './font.words.ts'

export const FontsCard = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const fonts = useAsk(consoleCertificatesFonts, { raceid })
  const save = useCall(consoleCertificatesFontsSave)
  const remove = useCall(consoleCertificatesFontsRemove)
  const [licence, setLicence] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const trying = async (work: () => Promise<string>) => {
    setRefused(undefined)
    try {
      toastSuccess(await work())
      void fonts.refetch()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const bring = (file: File) =>
    trying(async () => {
      const { family } = await save.mutateAsync({ raceid, licence, files: { file } })
      setLicence('')
      return t(words.brought, { family })
    })
  const unnamed = licence.trim() === ''
  return (
    <Card title={t(words.title)}>
      <div className="grid gap-4">
        <p className="text-14 text-soft">{t(words.description)}</p>
        {fonts.error ? <ErrorState error={fonts.error} onRetry={() => void fonts.refetch()} /> : null}
        {fonts.data?.items.length ? (
          <ul className="divide-y divide-line rounded border border-line">
            {fonts.data.items.map((font) => (
              <li key={font.hash} className="flex items-center gap-3 px-4 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{font.family}</span>
                  <span className="figures block text-14 break-words text-soft">
                    {[
                      t(words.weight, { n: font.weight }),
                      ...(font.italic ? [t(words.italic)] : []),
                      t(words.glyphs, { n: countText(font.glyphs) }),
                      `${(font.bytes / 1e6).toFixed(1)} MB`,
                      font.licence,
                    ].join(' · ')}
                  </span>
                </span>
                <IconButton
                  label={`${t(words.remove)} ${font.family}`}
                  onClick={() =>
                    void trying(async () => (await remove.mutateAsync({ raceid, hash: font.hash }), t(words.removed)))
                  }
                >
                  <Trash2 className="size-5" aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextInput
            label={t(words.licence)}
            hint={t(words.licence_hint)}
            value={licence}
            maxLength={300}
            error={refused?.fields.licence}
            onChange={(event) => setLicence(event.target.value)}
          />
          {unnamed ? (
            <div className="grid gap-1">
              <p className="font-medium">{t(words.file)}</p>
              <p className="text-14 text-soft">{t(words.licence_first)}</p>
            </div>
          ) : (
            <FileInput
              label={t(words.file)}
              hint={t(words.file_hint)}
              accept=".ttf,.otf"
              busy={save.isPending}
              onFile={(file) => void bring(file)}
            />
          )}
        </div>
        {refused && Object.keys(refused.fields).length === 0 ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
      </div>
    </Card>
  )
}
