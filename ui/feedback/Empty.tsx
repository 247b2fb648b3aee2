import type { ReactNode } from 'react'
import { PageState, Road } from './PageState.tsx'

const flaggedRoad = (
  <Road>
    <path d="M28 84V44m0 0 22 6-22 8" />
  </Road>
)

/** The state of an empty page, and the next thing to do. */
export const Empty = ({
  title,
  description,
  action,
  page,
}: {
  title: ReactNode
  /** True if the page shows nothing else. The title is then the page's heading. */
  page?: boolean
  description?: ReactNode
  action?: ReactNode
}) => (
  <PageState
    picture={flaggedRoad}
    title={title}
    heading={page ? 'h1' : 'p'}
    description={description}
    actions={action}
  />
)
