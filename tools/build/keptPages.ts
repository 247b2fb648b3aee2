/**
 * The rule by which the service worker keeps pages for a phone without a network. It keeps a page only under the
 * address's path, race, language and colour, because a link may also carry an identity number, a token or a payer's id.
 * It keeps no page whose answer says no-store, such as a payment page. The build writes the text of the functions into
 * the worker, so the functions use nothing outside of themselves.
 */
export const keptPages = {
  cacheKeyWillBeUsed: async ({ request }: { request: { url: string } }): Promise<string> => {
    const address = new URL(request.url)
    const kept = new URLSearchParams()
    for (const name of ['raceid', 'r', 'race_id', 'lang', 'color'])
      for (const value of address.searchParams.getAll(name).slice(0, 1)) kept.set(name, value)
    address.search = kept.toString()
    address.hash = ''
    return address.href
  },
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> => {
    if (!response.ok || /no-store/.test(response.headers.get('cache-control') ?? '')) return null
    // The header tells the moment of the answer. A kept page would set the clock of the app back to that moment.
    const headers = new Headers(response.headers)
    headers.delete('server-timing')
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  },
}
