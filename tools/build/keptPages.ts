/**
 * How the service worker keeps pages for a phone without a network: under the address's path, race, language and colour
 * alone, for a link may also carry an identity number, a token or a payer's id; and only what the server lets be kept
 * (payment pages say no-store). Written into the worker as text, so the functions lean on nothing outside themselves.
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
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> =>
    response.ok && !/no-store/.test(response.headers.get('cache-control') ?? '') ? response : null,
}
