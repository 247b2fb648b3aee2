import pg from 'pg'
import { clientConfig } from '#db/db.ts'
import type { Connection } from '#db/db.ts'

/**
 * The query for the lines that describe the tables, views, functions and other objects of a database. It leaves out
 * comments of objects, and the job runner's schema.
 */
const PIECES = `
  select 'table ' || c.relname as name, a.attnum::int as place,
    a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
    || case a.attidentity when 'a' then ' identity always' when 'd' then ' identity' else '' end
    || case when a.attgenerated <> '' then ' generated ' || a.attgenerated::text else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
    || case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text else '' end
    || case when a.attcollation <> t.typcollation then ' collation ' || a.attcollation::regcollation::text else '' end as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  union all
  select 'table ' || conrelid::regclass, 10000, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
  union all
  select 'table ' || c.relname, 20000, 'options ' || array_to_string(c.reloptions, ', ') || ' persistence ' || c.relpersistence::text
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and (c.reloptions is not null or c.relpersistence <> 'p')
  union all
  select 'table ' || tablename, 30000, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'table ' || tgrelid::regclass, 40000, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'view ' || viewname, 0, definition from pg_views where schemaname = 'public'
  union all
  select 'sequence ' || sequencename, 0, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
  from pg_sequences where schemaname = 'public'
  union all
  select 'function ' || p.proname, 0, pg_get_functiondef(p.oid) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'type ' || t.typname, 0, t.typtype::text from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')
  union all
  select 'extension ' || extname, 0, extversion from pg_extension where extname <> 'plpgsql'`

/** Returns the lines that describe each object of a database, by the object's name. Columns keep their order. */
export const catalogOf = async (connection: Connection): Promise<Map<string, string[]>> => {
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; line: string }>(
      `select name, line from (${PIECES}) as piece order by name collate "C", place, line collate "C"`,
    )
    const catalog = new Map<string, string[]>()
    for (const { name, line } of rows) catalog.set(name, [...(catalog.get(name) ?? []), line])
    return catalog
  } finally {
    await client.end()
  }
}

/**
 * Returns the differences of two catalogs. Lines with - are only in the first, and lines with + only in the second. A
 * line with ~ names an object whose lines have another order.
 */
export const differencesOf = (
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): string[] => {
  const lines: string[] = []
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [was, is] = [before.get(name) ?? [], after.get(name) ?? []]
    lines.push(...was.filter((line) => !is.includes(line)).map((line) => `- ${name}: ${line}`))
    lines.push(...is.filter((line) => !was.includes(line)).map((line) => `+ ${name}: ${line}`))
    const both = [was.filter((line) => is.includes(line)), is.filter((line) => was.includes(line))]
    if (both[0]!.join('\n') !== both[1]!.join('\n')) lines.push(`~ ${name}: its columns are in another order`)
  }
  return lines
}
