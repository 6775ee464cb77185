/**
 * Keeps a page that is only looked at up to date: every two seconds it fetches itself and, where its content changed, puts the
 * new one in its place with what was unfolded. A page in use, with the focus or something typed inside, is left alone.
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
