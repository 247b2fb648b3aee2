import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { LoginSheet } from './account.tsx'

type Props = {
  title: string
  heading: string
  how?: string
  /** The text of the button. */
  action: string
  onDone?: () => void
  /** Further links below the button. */
  children?: ReactNode
}

/**
 * A page for its owner alone, shown to a person who is not logged in: the reason, the number to log in with, and the
 * log-in in place.
 */
export const LoginNeeded = ({ title, heading, how, action, onDone, children }: Props) => {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  return (
    <Page title={title} narrow>
      <div className="flex flex-col items-center gap-3 py-12 text-center">
        <StatusIcon kind="info" />
        <h2 className="text-20 font-bold">{heading}</h2>
        {how ? <p className="max-w-[36ch] text-soft">{how}</p> : null}
        <Button className="mt-2 min-w-64" onClick={() => setOpen(true)}>
          {action}
        </Button>
        {children}
      </div>
      <LoginSheet
        open={open}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          // Every earlier answer may be different after the log-in. The page does not use `refresh` of useAccount,
          // which would first ask again who is logged in.
          void queries.invalidateQueries()
          onDone?.()
        }}
      />
    </Page>
  )
}
