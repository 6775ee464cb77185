/** Names of parts that say nothing without the element around them, as in `underOffer/@value`. */
const emptyNames = /^(value|text|#text|flag|wert|vrednost|vrijednost|content)$/i;

/** What an element is called by its attribute or child, as in `column[@name=status]`, `param[name='x y']/value`. */
const told = /\[[^\]=]+=(?:'([^']+)'|([^\]']+))\](?:\/([^/[\]]+))?$/;

/** The name that tells what a field is: its own, what it is called, or that of the element around it. @param path in mapping syntax */
export function ownName(path: string): string {
  const [, quoted, plain, member] = told.exec(path) ?? [];
  const called = quoted ?? plain;
  if (called !== undefined && (member === undefined || emptyNames.test(member.replace('@', ''))))
    return called;
  // A quoted name may hold a slash: `'Kirija (€/mj)'`.
  const parts = [...path.matchAll(/'([^']*)'|[^/@]+/g)].map(([part, inner]) => inner ?? part);
  const last = parts.at(-1) ?? '';
  return emptyNames.test(last) ? (parts.at(-2) ?? last) : last;
}
