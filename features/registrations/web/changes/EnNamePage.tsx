import { Suspense, useEffect } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { PageSkeleton } from '#ui/layout/PageSkeleton.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { OwnRegistration } from '../status/OwnRegistration.tsx'
import { editWords as words } from './edit.words.ts'

const loadForm = async () => (await import('./EnNameForm.tsx')).EnNameForm
const EnNameForm = onDemand(loadForm)

/** The page to change only the English name (docs/behaviour/sign-up.md, Changes). */
export const EnNamePage = () => {
  const t = useWords()
  useEffect(() => void loadForm().catch(() => undefined), [])
  return (
    <OwnRegistration title={t(words.enTitle)} lookUp="enname">
      {(fetched, again) => (
        <Suspense fallback={<PageSkeleton />}>
          <EnNameForm fetched={fetched} again={again} />
        </Suspense>
      )}
    </OwnRegistration>
  )
}
