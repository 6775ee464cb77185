/** The text with a capital first letter: a clause as the beginning of a sentence. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * Words of a feed, a person or the portal in a Serbian sentence. Between backticks they keep their letters where the sentence is written in
 * Cyrillic; what shows the sentence removes the backticks.
 */
export function quotedSr(text: string): string {
  return `„\`${text.replaceAll('`', '’')}\`”`;
}
