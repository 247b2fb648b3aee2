import { useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/form/Button.tsx'
import { LoginSheet } from './account.tsx'

type Props = {
  title: string
  description: string
  /** The button's words. */
  action: string
}

/** Stands in for the part of a page that needs a log-in: the reason, and the log-in in place. */
export const LoginFirst = ({ title, description, action }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Empty
        title={title}
        description={description}
        action={
          <Button className="min-w-64" onClick={() => setOpen(true)}>
            {action}
          </Button>
        }
      />
      <LoginSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}
