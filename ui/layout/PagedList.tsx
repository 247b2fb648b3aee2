import type { ReactNode } from 'react'
import { Empty } from '../feedback/Empty.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import type { Refused } from '../network/call.ts'
import { Card } from './Card.tsx'
import { MoreButton } from './NextPageButton.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props<Item> = {
  /** An infinite query of the query library, whose pages have `items`. */
  list: {
    data: { pages: readonly { items: readonly Item[] }[] } | undefined
    error: Refused | null
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
    refetch: () => Promise<unknown>
  }
  empty: { title: string; description: string }
  /** Draws one item as a list item. */
  children: (item: Item) => ReactNode
}
/** A list that loads page by page, with its skeleton, its error and its empty state. */
export const PagedList = <Item,>({ list, empty, children }: Props<Item>) => {
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {list.isPending ? <Skeleton lines={6} className="h-16" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <Empty title={empty.title} description={empty.description} /> : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">{items.map(children)}</ul>
        </Card>
      ) : null}
      <MoreButton list={list} />
    </>
  )
}
