/**
 * Script that refreshes a page which is open but not in use. Every two seconds it fetches the page again; if the content has changed,
 * it replaces the content and unfolds the same details again. A page in use is not refreshed: one that is hidden, or in which
 * something is focused, typed, selected or unfolded for input.
 */
export const refreshScript = `'use strict';
const main = document.querySelector('main');
let before = main.innerHTML;
let typed = false;
main.addEventListener('input', () => { typed = true; });
const inUse = () => typed || document.hidden || main.contains(document.activeElement) && document.activeElement !== main
  || String(getSelection()) !== '' || main.querySelector('details.folded[open]') !== null;
async function refresh() {
  if (inUse()) return;
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!reply.ok) return;
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('main');
  if (inUse() || next === null || next.innerHTML === before) return;
  before = next.innerHTML;
  const open = [...main.querySelectorAll('details[open][id]')].map((one) => one.id);
  main.replaceChildren(...next.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
}
setInterval(() => { refresh().catch(() => undefined); }, 2000);
`;
