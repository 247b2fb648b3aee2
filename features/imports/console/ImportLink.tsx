import { FileUp } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'

export const ImportLink = ({ raceid, kind }: { raceid: number; kind: string }) => {
  const t = useWords()
  return (
    <ButtonLink look="plain" href={path.imports({ raceid, kind })} icon={<FileUp className="size-5" aria-hidden />}>
      {t(words.title)}
    </ButtonLink>
  )
}
