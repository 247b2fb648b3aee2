import { type ReactNode, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageState, Road } from '#ui/feedback/PageState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { LoginSheet, useLostAccount } from './account.tsx'
import { words } from './loggedInPage.words.ts'

const lockedRoad = (
  <Road>
    <path d="M60 52h40v28H60zm9 0v-8a11 11 0 0 1 22 0v8M80 63v6" />
  </Road>
)

export type LoginFirstProps = {
  /** The reason for the log-in in a few words: "Log in to pay". */
  title?: ReactNode
  /** A sentence that names the mobile number to use, or says why a log-in helps. */
  description?: ReactNode
  /** Another text of the button, for a person who is logged in with the wrong account. */
  action?: string
  onDone?: () => void
  /** Further links below the button. */
  children?: ReactNode
  heading?: 'h1' | 'h2' | 'p'
}

/** Replaces the part of a page that needs a log-in. It shows the reason and the form to log in. */
export const LoginFirst = ({ title, description, action, onDone, children, heading }: LoginFirstProps) => {
  const t = useWords()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const lost = useLostAccount()
  // The call for the account failed, so the person may be logged in.
  if (lost) return <ErrorState error={lost.error} onRetry={lost.retry} />
  return (
    <>
      <PageState
        picture={lockedRoad}
        title={title ?? t(words.heading)}
        heading={heading ?? 'p'}
        description={description}
        actions={
          <Button wide="phone" onClick={() => setOpen(true)}>
            {action ?? t(words.action)}
          </Button>
        }
      />
      {children ? <div className="flex flex-col items-center gap-3 text-center">{children}</div> : null}
      <LoginSheet
        open={open}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          // Every earlier answer may be different after the log-in. This component does not use `refresh` of
          // useAccount, because useAccount would also ask who is logged in, and the page would wait.
          void queries.invalidateQueries()
          onDone?.()
        }}
      />
    </>
  )
}
