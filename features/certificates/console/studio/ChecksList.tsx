import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useWords } from '#ui/language/lang.tsx'
import type { Design } from '../../template/layers.rules.ts'
import { useLayerName } from './LayerList.tsx'
import { words } from './studio.words.ts'
import type { CheckedDesign } from './useFindings.ts'

/**
 * The findings that staff should look at before runners see the certificate. If a finding is about a layer, a press on
 * the finding selects the layer.
 */
export const ChecksList = ({
  checked: { findings, read },
  layers,
  onChoose,
}: {
  checked: CheckedDesign
  layers: Design['layers']
  onChoose: (key: number) => void
}) => {
  const t = useWords()
  const nameOf = useLayerName()
  return (
    <div role="status" className="grid gap-1 text-14">
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 text-success-ink">
          <CircleCheck className="size-5 shrink-0" aria-hidden />
          {t(words.checks_fine)}
        </p>
      ) : (
        <ul className="-mx-2">
          {findings.map(({ what, key, detail }) => {
            const box = layers.find((layer) => layer.key === key)?.box
            const inside = (
              <>
                <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning-ink" aria-hidden />
                <span className="min-w-0">
                  {box ? <span className="block truncate font-medium">{nameOf(box)}</span> : null}
                  <span className="block break-words text-warning-ink">
                    {t(words.found[what], { detail: detail ?? '' })}
                  </span>
                </span>
              </>
            )
            return (
              <li key={`${what}${key}`}>
                {key === null ? (
                  <p className="flex items-start gap-2 px-2 py-1.5">{inside}</p>
                ) : (
                  <button
                    type="button"
                    onClick={() => onChoose(key)}
                    className="flex min-h-11 w-full items-start gap-2 rounded px-2 py-1.5 text-left hover:bg-sunk"
                  >
                    {inside}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {read ? (
        <p className="break-all text-soft">{t(words.qr_read, { link: read.replace(/^https?:\/\//, '') })}</p>
      ) : null}
    </div>
  )
}
