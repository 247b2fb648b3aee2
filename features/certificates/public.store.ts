/**
 * The definition that counts for a result, and its version (store.ts `listVersions` asks the same for an event).
 * `result` is the result's name in the statement, `now` the parameter with the moment.
 */
export const versionOfResult = ({ result, now }: { result: string; now: string }): string =>
  `(select c.id || ' ' || c.xmin::text from certificates c
    where c.raceid = ${result}.raceid and c.kind = 'timing' and c.published_at <= ${now}
      and (c.eventid = ${result}.eventid or c.eventid is null)
    order by c.eventid is null, c.id desc limit 1)`
