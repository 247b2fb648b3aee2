import type { Lang } from '#contract/words.ts'

/**
 * A message from a page to the frame that shows an unsaved draft. The frame uses the answers in the message and calls
 * no server.
 */
export type PreviewMessage = {
  startline: 'preview'
  raceid: number
  lang: Lang
  /** The answers, each with the path of its call. `input` is set if the call has more input than the race. */
  answers: readonly { path: string; input?: object; data: unknown }[]
}
/** The message by which a frame tells that it is loaded and listens. */
export const previewReady = { startline: 'preview-ready' } as const

/** Tells whether this page is in a frame of our own to show a draft. */
export const isPreview = (): boolean =>
  new URLSearchParams(location.search).get('preview') === '1' && window.parent !== window

export const isMessage = (given: unknown): given is PreviewMessage =>
  typeof given === 'object' && given !== null && (given as { startline?: unknown }).startline === 'preview'
