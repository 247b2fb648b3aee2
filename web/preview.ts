import type { QueryClient } from '@tanstack/react-query'
import { askKey } from '#ui/network/call.ts'
import { isMessage, previewReady } from '#ui/network/preview.ts'

/**
 * Shows the data that the console page around this frame sends. The promise ends at the first message. The frame calls
 * no server, so staff can see a race before it is published. Links do nothing in a frame. If staff try out a form, the
 * form takes answers.
 */
export const startPreview = (queries: QueryClient): Promise<void> =>
  new Promise((shown) => {
    addEventListener('message', ({ origin, source, data }) => {
      if (origin !== location.origin || source !== parent || !isMessage(data)) return
      const { raceid, lang, answers } = data
      for (const { path, input, data: answer } of answers)
        queries.setQueryData(askKey(path, raceid, lang, input ?? { raceid }), answer)
      shown()
    })
    const isTried = ({ target }: Event) => target instanceof Element && target.closest('[data-tried]') !== null
    addEventListener('click', (event) => isTried(event) || event.preventDefault(), true)
    addEventListener('submit', (event) => event.preventDefault(), true)
    parent.postMessage(previewReady, location.origin)
  })
