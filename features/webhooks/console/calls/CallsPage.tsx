import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { refusedFrom } from '#ui/network/call.ts'
import { type ApiDocument, type ListedCall, callsIn, callsMatching } from './apiDocument.ts'
import { CallForm } from './CallForm.tsx'
import { callsWords as words } from './calls.words.ts'

const MOST_LISTED = 40
const readDocument = async (): Promise<ListedCall[]> => {
  const answer = await fetch('/openapi.json')
  if (!answer.ok) throw new Error(String(answer.status))
  return callsIn((await answer.json()) as ApiDocument)
}

/**
 * The page on which staff try the calls that the server describes for programs. It loads no script and no document of
 * another site.
 */
export const CallsPage = () => {
  const t = useWords()
  const query = useQuery({ queryKey: ['/openapi.json'], queryFn: readDocument, staleTime: Number.POSITIVE_INFINITY })
  const [typed, setTyped] = useState('')
  const [apiKey, setApiKey] = useState('')
  const [chosen, setChosen] = useState<ListedCall>()
  const found = useMemo(() => callsMatching(query.data ?? [], typed), [query.data, typed])
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.how)}
      actions={
        <ButtonLink look="plain" href={path.connections()}>
          {t(words.back)}
        </ButtonLink>
      }
    >
      {query.error ? <ErrorState error={refusedFrom(query.error)} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonCards count={3} className="h-24" /> : null}
      {query.data ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(18rem,2fr)_3fr]">
          <Card>
            <div className="grid gap-4">
              <TextInput
                label={t(words.key)}
                hint={t(words.key_how)}
                type="password"
                name="api-key"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={apiKey}
                onChange={(event) => setApiKey(event.target.value)}
              />
              <TextInput
                label={t(words.find)}
                name="find"
                type="search"
                autoComplete="off"
                spellCheck={false}
                maxLength={80}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            <p role="status" className="py-2 text-14 text-soft">
              {t(words.found, { n: countText(found.length) })}
            </p>
            {found.length === 0 ? <Empty title={t(words.none)} /> : null}
            <ul className="max-h-96 divide-y divide-line overflow-auto">
              {found.slice(0, MOST_LISTED).map((call) => (
                <li key={`${call.method} ${call.path}`}>
                  <button
                    type="button"
                    aria-pressed={chosen === call}
                    className="min-h-11 w-full break-all px-2 py-2 text-left text-14 aria-pressed:bg-tint aria-pressed:font-medium"
                    onClick={() => setChosen(call)}
                  >
                    <span className="text-soft">{call.method}</span> {call.path}
                  </button>
                </li>
              ))}
            </ul>
          </Card>
          {chosen ? <CallForm key={`${chosen.method} ${chosen.path}`} call={chosen} apiKey={apiKey} /> : null}
        </div>
      ) : null}
    </DeskPage>
  )
}
