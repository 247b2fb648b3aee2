import { createHash } from 'node:crypto'
import { logChange } from '#features/staff/service.ts'
import { handle, raw } from '#seam/server/handle.ts'
import {
  consoleCertificatesFonts,
  consoleCertificatesFontsRemove,
  consoleCertificatesFontsSave,
} from './fonts.contract.ts'
import { MOST_FONTS, MOST_FONT_BYTES, fontsNamed, readSfnt, readSlice } from './fonts.rules.ts'
import { type FontRow, findFont, insertFont, listFonts, removeFont } from './fonts.store.ts'
import { drawnWith, fontPath } from './faces.service.ts'
import { fontFile, sliceFont, subsetFont } from './fontSubset.service.ts'
import { listCertificates } from '../store.ts'

const lineOf = (row: FontRow) => ({ ...row, path: fontPath(row) })

export const routes = [
  handle(consoleCertificatesFonts, async ({ input, db }) => ({
    items: (await listFonts(db, input.raceid)).map(lineOf),
  })),

  handle(consoleCertificatesFontsSave, async ({ input, files, db, integrations, now, who, refuse, save }) => {
    const file = files[0] ?? refuse('font_missing')
    if (file.bytes.length > MOST_FONT_BYTES) return refuse('font_too_large')
    const read = readSfnt(file.bytes) ?? refuse('not_a_font')
    if (!read.embeddable) return refuse('font_not_allowed')
    if ((await listFonts(db, input.raceid)).length >= MOST_FONTS) return refuse('fonts_enough')
    // Browsers get only parts of a font. A font from which no part can be made is refused.
    if (!(await subsetFont(file.bytes, [[0x30, 0x39]]))) return refuse('not_a_font')
    const { family, weight, italic, glyphs } = read
    const hash = createHash('sha256').update(file.bytes).digest('hex').slice(0, 32)
    await integrations.files.write(fontFile({ raceid: input.raceid, hash }), file.bytes)
    return save(async (tx) => {
      const row =
        (await insertFont(tx, {
          raceid: input.raceid,
          hash,
          family,
          weight,
          italic,
          glyphs,
          bytes: file.bytes.length,
          filename: file.filename.slice(0, 200),
          licence: input.licence,
          staffid: who.staffid,
          created_at: now,
        })) ?? refuse('font_known')
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'font brought',
        target: `font ${family}`,
        after: { family, weight, italic, licence: input.licence },
      })
      return lineOf(row)
    })
  }),

  handle(consoleCertificatesFontsRemove, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, hash } = input
    const row = (await findFont(db, raceid, hash)) ?? refuse('font_not_found')
    const used = (await listCertificates(db, raceid)).some(
      (definition) => fontsNamed([row], drawnWith(definition)).length > 0,
    )
    if (used) return refuse('font_in_use')
    return save(async (tx) => {
      await removeFont(tx, raceid, hash)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'font removed',
        target: `font ${row.family}`,
        before: { family: row.family, weight: row.weight, licence: row.licence },
      })
      return { hash }
    })
  }),
]

export const rawRoutes = [
  raw(
    'GET',
    '/fonts/:raceid/:hash/:slice',
    "A few dozen characters of an organiser's font (`u4e00.ttf`), for drawing certificates with; the whole font is handed to nobody.",
    async ({ db, integrations }, request, reply) => {
      const { raceid, hash, slice: name } = request.params as { raceid: string; hash: string; slice: string }
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const slice = name.endsWith('.ttf') ? readSlice(name.slice(0, -4)) : undefined
      if (!slice || !/^[1-9]\d{0,8}$/.test(raceid) || !/^[0-9a-f]{32}$/.test(hash)) return gone()
      const row = await findFont(db, Number(raceid), hash)
      const bytes = row && (await sliceFont({ integrations }, row, slice))
      return bytes
        ? reply
            .header('cache-control', 'public, max-age=31536000, immutable')
            .header('x-content-type-options', 'nosniff')
            .header('access-control-allow-origin', '*')
            .type('font/ttf')
            .send(bytes)
        : gone()
    },
  ),
]
