import type { NoticeKind } from './contract.ts'

/** The kinds of notices of a view counter's target (docs/behaviour/screens.md, Notices: target is post or page). */
export const kindsOfTarget = { post: ['notice', 'archive', 'post'], page: ['page'] } as const satisfies Record<
  'post' | 'page',
  readonly NoticeKind[]
>

/** Tells whether runners see a notice: it is published, and its time has come. */
export const isShown = (notice: { published_at: Date | null }, now: Date): boolean =>
  notice.published_at !== null && notice.published_at <= now
