import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

type Props = {
  /** An infinite query of the query library. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  className?: string
  /** The button's text where the button does something else than load more. */
  children?: ReactNode
}

/** The button that loads a list's next page. It does not show where there is no next page. */
export const MoreButton = ({ list, className = '', children }: Props) => {
  const t = useWords()
  if (!list.hasNextPage) return null
  return (
    <div className={`flex justify-center ${className}`}>
      <Button look="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children ?? t(words.load_more)}
      </Button>
    </div>
  )
}
