type LinkTarget =
  | {
      from: 'post' | 'page' | 'notice' | 'archive' | 'raceArchive'
      input: { id: number; raceid?: number; articletype?: string }
    }
  | { section: string }

/**
 * Reads the subject of a notice page's link: `postid` (with `articletype`), `archiveid`, `pageid`, `noticeid` or `id`
 * (docs/behaviour/screens.md, Notices). With an `articletype` and no id the subject is the race's section of that name.
 * Returns undefined if the link has no subject.
 */
export const noticeOfLink = (
  params: Readonly<Record<string, string | undefined>>,
  raceid: number | undefined,
): LinkTarget | undefined => {
  const idOf = (name: string) => (/^\d{1,9}$/.test(params[name] ?? '') ? Number(params[name]) : undefined)
  const race = raceid === undefined ? {} : { raceid }
  const post = idOf('postid')
  if (post !== undefined)
    return {
      from: 'post',
      input: { ...race, id: post, ...(params.articletype ? { articletype: params.articletype } : {}) },
    }
  const archive = idOf('archiveid')
  if (archive !== undefined)
    return { from: raceid === undefined ? 'archive' : 'raceArchive', input: { ...race, id: archive } }
  const page = idOf('pageid')
  if (page !== undefined) return { from: 'page', input: { ...race, id: page } }
  const notice = idOf('noticeid') ?? idOf('id')
  if (notice !== undefined) return { from: 'notice', input: { ...race, id: notice } }
  return params.articletype && raceid !== undefined ? { section: params.articletype } : undefined
}
