/** Elements of HTML that stand within a line of text. Names that feeds use for fields (`code`, `address`, `label`) are left out. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite del dfn em font i ins kbd mark nobr o:p q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
/** Elements of HTML that begin a line. */
const line = new Set('br dd dt hr li tr'.split(' '));
/** Elements of HTML that begin and end a line. */
const block = new Set(
  'blockquote center div dl h1 h2 h3 h4 h5 h6 ol p pre table tbody tfoot thead ul'.split(' '),
);
/** Cells of a table: a blank separates them. */
const cells = new Set(['td', 'th']);
/** Elements of HTML without a text of their own. */
const silent = new Set(['img', 'script', 'style']);

/** What an element does to the text around it; `none` for an element that is no mark of a text. */
export type MarkupRole = 'inline' | 'line' | 'block' | 'cell' | 'silent' | 'none';

export function markupRole(name: string): MarkupRole {
  const lower = name.toLowerCase();
  if (inline.has(lower)) return 'inline';
  if (line.has(lower)) return 'line';
  if (block.has(lower)) return 'block';
  if (cells.has(lower)) return 'cell';
  return silent.has(lower) ? 'silent' : 'none';
}

/** Whether an element marks a part of a text, such as `<b>`. An element that names its value (`<p name="price">`) is a field. */
export function isMarkup(name: string, attributes: Readonly<Record<string, unknown>>): boolean {
  if (name.length > 10 || '@name' in attributes || '@key' in attributes) return false;
  const role = markupRole(name);
  return role !== 'none' && role !== 'silent';
}
