/**
 * The rule by which the service worker repeats the request for a file of the app. After a phone was without a network,
 * some of its kept connections are dead, and the first request over each of them fails at once. A browser of WebKit
 * does not repeat such a request by itself. The build writes the text of the function into the worker, so the function
 * uses nothing outside of itself.
 */
export const repeatedRequests = {
  handlerDidError: async ({ request }: { request: { url: string } }): Promise<Response | undefined> => {
    for (const waitMs of [0, 50, 100, 200, 400, 800]) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      const answer = await fetch(request.url).catch(() => undefined)
      if (answer) return answer
    }
    return undefined
  },
}
