import { usePageParams } from '#ui/router/Link.tsx'

/**
 * Returns the screen or printer whose code the phone has read, in a race's results hall (docs/behaviour/photos.md,
 * Results hall: client and address=center); undefined without such a code.
 */
export const useHallClient = (): string | undefined => {
  const { client, address } = usePageParams()
  return client && client !== '0' && address === 'center' ? client : undefined
}

/** Returns the parameters that a link keeps, so that the next page can also use the screen or printer of the hall. */
export const useHallLink = (): { client?: string; address?: string } => {
  const client = useHallClient()
  return client === undefined ? {} : { client, address: 'center' }
}
