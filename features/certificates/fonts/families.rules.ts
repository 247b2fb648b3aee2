/** Font lists that work on phones, desktops and the server. A device uses the first font that it has. */
export const sans = "'PingFang SC','HarmonyOS Sans SC','MI Sans','Noto Sans CJK SC','Microsoft YaHei',sans-serif"
export const serif = "'Songti SC','Noto Serif CJK SC','Source Han Serif SC',STSong,SimSun,serif"
export const brush = "'Kaiti SC',STKaiti,KaiTi,'Noto Serif CJK SC',serif"
/** The font list for texts that people must read quickly: times, ranks, bibs. */
export const figures =
  "'Barlow Condensed','DIN Condensed','Avenir Next Condensed','Roboto Condensed','Noto Sans CJK SC',sans-serif"

export const families = { sans, serif, brush, figures } as const
export type FamilyName = keyof typeof families
/** Returns the font list for an uploaded font of a race. The fonts of the device follow for missing characters. */
export const ownFamily = (family: string): string => `'${family}',${sans}`
