import { useState } from 'react'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type Definition, consoleCertificatesSave } from '../../contract.ts'
import type { Design } from '../../template/layers.rules.ts'

const said = (map: Design['map']) =>
  Object.fromEntries(Object.entries(map).flatMap(([field, from]) => (from.trim() === '' ? [] : [[field, from.trim()]])))

/** Saves a design. `over` overwrites another person's change. `copy` saves a new definition that nobody sees yet. */
export const useSaving = (raceid: number, of: { id: number | undefined; from: string | null }) => {
  const save = useCall(consoleCertificatesSave)
  const [refused, setRefused] = useState<Refused>()
  const write = async (
    design: Design,
    how: { over?: boolean; copy?: string } = {},
  ): Promise<Definition | undefined> => {
    const { layers, map, eventid, bg, ...rest } = design
    setRefused(undefined)
    try {
      return await save.mutateAsync({
        raceid,
        ...rest,
        eventid,
        bg,
        map: said(map),
        boxes: layers.map(({ box }) => box),
        ...(of.id === undefined || how.copy !== undefined ? {} : { id: of.id }),
        ...(how.copy === undefined ? {} : { name: how.copy.slice(0, 60), published: false }),
        ...(of.from === null || how.over || how.copy !== undefined ? {} : { updated_at: of.from }),
      })
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      return undefined
    }
  }
  return { write, busy: save.isPending, refused, forgive: () => setRefused(undefined) }
}
