import { useEffect } from 'react'
import { formerAddresses, path } from '#seam/console/paths.ts'
import { PageSkeleton } from '#ui/layout/PageSkeleton.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { useScreenPath } from '#ui/router/Router.tsx'

/**
 * Leads from a former address to the present address of the page. A former address that names no race leads to the list
 * of races.
 */
export const FormerAddress = () => {
  const go = useGo()
  const { raceid, ...params } = usePageParams()
  const name = formerAddresses[useScreenPath() ?? '']
  const href =
    name !== undefined && raceid !== undefined && /^[1-9]\d{0,9}$/.test(raceid)
      ? path[name]({ raceid, ...params })
      : path.front()
  useEffect(() => go(href, { replace: true }), [go, href])
  return <PageSkeleton />
}
