import { type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Refused } from './call.ts'

type Options<Page> = Pick<
  UseInfiniteQueryOptions<Page, Refused>,
  'enabled' | 'placeholderData' | 'refetchInterval' | 'refetchOnMount' | 'staleTime'
>
/** Reads a list page by page. `read` gets the `after` of the previous page, and null for the first page. */
export const usePages = <Page extends { after: string | null }>(
  queryKey: readonly unknown[],
  read: (after: string | null) => Promise<Page>,
  options: Options<Page> = {},
) =>
  useInfiniteQuery<Page, Refused>({
    ...options,
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
