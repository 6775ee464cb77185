/**
 * Whether a process printed what a page shows. A page cannot know when it is read, so both are compared without
 * - times, and how long ago something was: `2026-11-21 05:48:22 (2 s ago)`;
 * - ports of this machine, ids, and the folder in which everything happens;
 * - the amount of white space, and where lines are wrapped.
 * `…` on the page stands for anything that is left out there.
 * @param folder the reader's checkout
 */
export function fits(printed: string, shown: string, folder: string): boolean {
  const parts = plain(shown, folder).split(/ ?… ?/).map(escapeRegExp);
  return new RegExp(`^${parts.join('.*?')}$`).test(plain(printed, folder));
}

/** Printed text as it is compared. */
export function plain(text: string, folder: string): string {
  return text
    .replaceAll(`${folder}/`, '')
    .replace(/ ?\((?:now|(?:for|in) \d+ \w+|\d+ \w+ (?:ago|later)|something else listens on port \d+)\)/g, '')
    .replace(/(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d/g, 'TIME')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\s+/g, ' ')
    .trim();
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
