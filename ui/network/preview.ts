import type { Lang } from '#contract/words.ts'

/**
 * Answers that a page gives to a page in a frame beside it, which then calls no server: a draft that is not saved yet.
 */
export type PreviewMessage = {
  startline: 'preview'
  raceid: number
  lang: Lang
  /** By the path of the call. */
  answers: readonly { path: string; data: unknown }[]
}
/** The frame is loaded and listens. */
export const previewReady = { startline: 'preview-ready' } as const

/** Tells whether this page stands in a frame of our own to show a draft. */
export const isPreview = (): boolean =>
  new URLSearchParams(location.search).get('preview') === '1' && window.parent !== window

export const isMessage = (given: unknown): given is PreviewMessage =>
  typeof given === 'object' && given !== null && (given as { startline?: unknown }).startline === 'preview'
