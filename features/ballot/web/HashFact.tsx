import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { ballotWords as words } from './ballot.words.ts'

/** Text for machines. The browser may break the line after any character. */
export const HashText = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <code
    className={`block text-14 [font-family:ui-monospace,Menlo,Consolas,monospace] [word-break:break-all] ${className}`}
  >
    {children}
  </code>
)

/** A hash with its name, to read and to copy. */
export const HashFact = ({
  label,
  value,
  description,
  none,
}: {
  label: string
  value: string | null
  description?: ReactNode
  /** The text that the page shows while no hash exists. */ none?: ReactNode
}) => {
  const t = useWords()
  return (
    <div className="border-b border-line py-3 last:border-0">
      <div className="flex items-center justify-between gap-3">
        <p className="text-soft">{label}</p>
        {value === null ? (
          <p className="text-right text-soft">{none}</p>
        ) : (
          <IconButton
            className="-my-2 -mr-2"
            label={`${t(words.copy)}: ${label}`}
            onClick={() => void navigator.clipboard?.writeText(value).then(() => toastSuccess(t(words.copied)))}
          >
            <Copy className="size-5" aria-hidden />
          </IconButton>
        )}
      </div>
      {value === null ? null : <HashText className="mt-1">{value}</HashText>}
      {description ? <p className="mt-1 text-14 text-soft">{description}</p> : null}
    </div>
  )
}
