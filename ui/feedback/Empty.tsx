import type { ReactNode } from 'react'
import { PageState } from './PageState.tsx'

/** The state of an empty page, and the next thing to do. */
export const Empty = ({
  title,
  description,
  action,
  page,
}: {
  title: ReactNode
  /** Set where the page shows nothing else. The title is then the page's heading. */ page?: boolean
  description?: ReactNode
  action?: ReactNode
}) => <PageState picture="empty" title={title} heading={page ? 'h1' : 'p'} description={description} actions={action} />
