import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { Report } from '../../contract.ts'
import { protestWords as words } from './protest.words.ts'

export const ProtestLink = ({ report, minutes }: { report: Report; minutes: number }) => {
  const t = useWords()
  if (report.official || minutes === 0) return null
  return (
    <Link href={path.protest({ key: report._key })} className="w-fit py-2 text-14 text-soft underline">
      {t(words.link)}
    </Link>
  )
}
