/** The characters of the codes from 0x80 to 0x9f in windows-1252; a blank stands for the five codes without a character. */
const characters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The character that windows-1252 has for a control code; empty for a code that is none there either. */
export function windows1252Character(code: number): string {
  return characters.charAt(code - 0x80).trim();
}
