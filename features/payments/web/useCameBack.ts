import { useEffect } from 'react'
import { useGo, usePageParams } from '#ui/router/Link.tsx'

/** Removes the parameters that a gateway adds to the address of the page. The page does not read these parameters. */
export const useCameBack = (href: string): void => {
  const go = useGo()
  const params = usePageParams()
  const cameBack = params.out_trade_no !== undefined || params.PayerID !== undefined || params.token !== undefined
  useEffect(() => {
    if (cameBack) go(href, { replace: true })
  }, [cameBack, href, go])
}
