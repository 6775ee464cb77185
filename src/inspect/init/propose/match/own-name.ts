/** Names of parts that say nothing without the element around them, as in `underOffer/@value`. */
const emptyNames = /^(value|text|#text|flag|wert|vrednost|content)$/i;

/** The name that tells what a field is: its own, or that of the element around it. @param path in mapping syntax */
export function ownName(path: string): string {
  const parts = path.split(/[/@]+/).filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  return emptyNames.test(last) ? (parts.at(-2) ?? last) : last;
}
