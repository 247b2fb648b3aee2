import { Suspense, useEffect } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { PageSkeleton } from '#ui/layout/PageSkeleton.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { OwnRegistration } from '../status/OwnRegistration.tsx'
import { editWords as words } from './edit.words.ts'

const loadForm = async () => (await import('./RegistrationForm.tsx')).RegistrationForm
const RegistrationForm = onDemand(loadForm)

/** The page to change one's own registration. The browser fetches the form together with the registration. */
export const EditPage = () => {
  const t = useWords()
  useEffect(() => void loadForm().catch(() => undefined), [])
  return (
    <OwnRegistration title={t(words.title)} lookUp="reg">
      {(fetched, again) => (
        <Suspense fallback={<PageSkeleton />}>
          <RegistrationForm fetched={fetched} again={again} />
        </Suspense>
      )}
    </OwnRegistration>
  )
}
