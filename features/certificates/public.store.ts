/**
 * Returns the SQL that selects the definition of a result's certificate, and its version. For an event `listVersions`
 * in store.ts selects both. `result` is the name of the result in the statement, and `now` is the parameter with the
 * present time.
 */
export const versionOfResult = ({ result, now }: { result: string; now: string }): string =>
  `(select c.id || ' ' || c.xmin::text from certificates c
    where c.raceid = ${result}.raceid and c.kind = 'timing' and c.published_at <= ${now}
      and (c.eventid = ${result}.eventid or c.eventid is null)
    order by c.eventid is null, c.id desc limit 1)`
