import type { NoticeKind } from './contract.ts'

/** Which kinds a view counter's target stands for (docs/behaviour/screens.md, Notices: target is post or page). */
export const kindsOfTarget = { post: ['notice', 'archive', 'post'], page: ['page'] } as const satisfies Record<
  'post' | 'page',
  readonly NoticeKind[]
>

/** Whether runners see it: published, and not only from some later moment on. */
export const isShown = (notice: { published_at: Date | null }, now: Date): boolean =>
  notice.published_at !== null && notice.published_at <= now
