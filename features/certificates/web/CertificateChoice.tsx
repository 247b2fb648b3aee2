import { useWords } from '#ui/language/lang.tsx'
import type { Certificate } from '../contract.ts'
import { words } from '../words.ts'

/** The certificates of a runner who has more than one. The list marks the certificate that the page shows. */
export const CertificateChoice = ({
  certificate,
  bare,
  onChoose,
}: {
  certificate: Certificate | undefined
  /** True if the list is on the page itself and not in a card. */
  bare?: boolean
  onChoose: (id: number) => void
}) => {
  const t = useWords()
  if (certificate === undefined || certificate.choices.length < 2) return null
  return (
    <ul aria-label={t(words.choices)} className={`flex flex-wrap gap-2 ${bare ? '' : 'px-4 pb-4 md:px-6'}`}>
      {certificate.choices.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            aria-pressed={id === certificate.id}
            onClick={() => onChoose(id)}
            className={
              'flex min-h-11 max-w-full items-center rounded-full border px-4 text-14 font-medium ' +
              (id === certificate.id ? 'border-strong bg-tint text-strong' : 'border-line hover:bg-sunk')
            }
          >
            <span className="truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
