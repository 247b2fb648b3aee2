import { Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Person, documentsMy } from '../contract.ts'
import { words as people } from '../words.ts'
import { peopleWords as words } from './people.words.ts'

/** The people whom an account has saved for signing up, masked, each with a button that removes the person. */
export const SavedPeople = () => {
  const t = useWords()
  const queries = useQueryClient()
  const saved = useAsk(documentsMy, {})
  const forget = useCall(documentsMy)
  const [leaving, setLeaving] = useState<Person>()
  if (saved.error && !saved.data) return <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />
  if (!saved.data) return <SkeletonCards count={2} className="h-20" />
  if (saved.data.length === 0) return <Empty title={t(words.empty)} description={t(words.emptyHow)} />
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2">
        {saved.data.map((person) => (
          <li key={person._key} className="flex items-center gap-3 rounded bg-surface py-3 pl-4 pr-2 shadow-card">
            <div className="min-w-0 flex-1">
              <p className="font-bold">
                {person.name} <span className="text-14 font-normal text-soft">{t(people[person.gender])}</span>
              </p>
              <p className="figures text-14 text-soft">
                {t(people[person.idtype])} {person.idnum}
              </p>
              <p className="figures text-14 text-soft">{person.mobile}</p>
            </div>
            <IconButton label={t(words.removeNamed, { name: person.name })} onClick={() => setLeaving(person)}>
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t(words.removeSure, { name: leaving?.name ?? '' })}
        actions={
          <>
            <Button look="plain" onClick={() => setLeaving(undefined)}>
              {t(words.keep)}
            </Button>
            <Button
              look="danger"
              busy={forget.isPending}
              onClick={() => {
                if (!leaving) return
                forget.mutate(
                  { forget: leaving._key },
                  {
                    onSuccess: () => {
                      setLeaving(undefined)
                      toastSuccess(t(words.removed))
                      void queries.invalidateQueries({ queryKey: [documentsMy.path] })
                    },
                  },
                )
              }}
            >
              {t(words.remove)}
            </Button>
          </>
        }
      >
        <p className="text-soft">{t(words.removeHow)}</p>
        {forget.error ? (
          <p role="alert" className="mt-2 text-danger-ink">
            {forget.error.msg}
          </p>
        ) : null}
      </Dialog>
    </>
  )
}
