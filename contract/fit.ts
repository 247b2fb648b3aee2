/**
 * Rules about the texts that spectators and runners write for others: cheers, and comments and entries of the live
 * feed.
 */

const link = /https?:|www\.|[\w-]+\.(com|cn|net|org|cc|top|xyz|vip|io|me|tv)(?![\w])/i
const contact = /@|(?:[+\d０-９][\s\d０-９-]{5,})|微信|威信|加v|v信|qq|扣扣|telegram|whatsapp|wechat/i
const rude =
  /傻[逼比b叉]|[操草肏艹]你|你妈[的逼]|妈的|去死|死全家|滚蛋|婊子|贱[人货]|废物|智障|脑残|王八蛋|fuck|shit|bitch|asshole|cunt|bastard|nigg|retard|kill yourself/i
/** Returns a text in lower case without spaces and signs, so that they hide no word: `D u m m` becomes `dumm`. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{Cf}\p{M}]+/gu, '')

/** Tells whether a text holds a word of the race's list. */
export const holdsWord = (text: string, words: readonly string[]): boolean => {
  const said = bare(text)
  return words.map(bare).some((word) => word !== '' && said.includes(word))
}
/** Tells whether a text of a spectator or runner may appear. */
export const isFit = (text: string, words: readonly string[]): boolean => {
  const said = text.normalize('NFKC')
  return !holdsWord(text, words) && !link.test(said) && !contact.test(said) && !rude.test(bare(said))
}
