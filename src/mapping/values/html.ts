import { compile as compileHtml } from 'html-to-text';
import { callLibrary } from '../../platform/library.js';

export interface CleanUp {
  /** `twice`: the feed's software escaped entities twice (`&amp;amp;`), so they are decoded once more. */
  entities?: 'once' | 'twice' | undefined;
  /** Whether the text may contain HTML. Only its text is kept. */
  html?: boolean | undefined;
}

const tagStart = /<[a-z!/]/i;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i;

/** Removes HTML and decodes entities once, as configured. A text without any costs two searches. */
export function cleanMarkup(text: string, { entities, html }: CleanUp): string {
  if (html && tagStart.test(text)) return blockTag.test(text) ? blockHtml(text) : inlineHtml(text);
  if ((html || entities === 'twice') && entity.test(text)) return htmlText(text, 'entities');
  return text;
}

export function hasEntity(text: string): boolean {
  return text.includes('&') && entity.test(text);
}

/** Whether the text has a tag, a comment or a declaration of HTML. `<Na upit>` is none: it is text in angle brackets. */
export function hasTag(text: string): boolean {
  if (!tagStart.test(text)) return false;
  const isTag = tagTest(text);
  for (const found of text.matchAll(maybeTag)) if (isTag(found)) return true;
  return false;
}

/** The text of HTML. @param part `entities`: the text has no tags, and each `<` in it stays */
export function htmlText(text: string, part: 'tags' | 'entities'): string {
  if (part === 'entities') return inlineHtml(text.replaceAll('<', '&lt;'));
  const isTag = tagTest(text);
  const html = text.replace(maybeTag, (...found: string[]) =>
    isTag(found) ? (found[0] ?? '') : (found[0] ?? '').replace('<', '&lt;'),
  );
  return blockTag.test(html) ? blockHtml(html) : inlineHtml(html);
}

/** What stands in angle brackets: its name, with the slash of an end tag, and the rest. */
const maybeTag = /<(!|\/?[a-z][\w:.-]*)([^<>]*)(>?)/gi;
const attributes = /^\s+[\w:-]+=["']?[\w#./]|\/$/;
/** The rest of a tag that was cut off: nothing, or one attribute. */
const cutRest = /^\s*(?:[\w-]+=(?:"[^"]*|'[^']*)?)?$/;

/**
 * A test for tags of the text. Without it, words in angle brackets would be lost as tags of an unknown name. A tag has a name of HTML, a
 * prefix or an attribute, or it is a comment or declaration, or it ends an element, or its end tag stands in the text. A tag that is cut
 * off counts only at the end of the text.
 */
function tagTest(text: string): (found: readonly (string | undefined)[]) => boolean {
  let ended: Set<string> | null = null;
  return ([whole = '', name = '', rest = '', end = '']) => {
    const lower = name.toLowerCase();
    if (end === '')
      return htmlNames.has(lower.replace('/', '')) && cutRest.test(rest) && text.endsWith(whole);
    if (/^[!/]|:/.test(name) || attributes.test(rest) || htmlNames.has(lower)) return true;
    ended ??= new Set(Array.from(text.matchAll(/<\/([a-z][\w.-]*)/gi), ([, end = '']) => end.toLowerCase()));
    return ended.has(lower);
  };
}

const htmlNames = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br button canvas caption center ' +
    'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form ' +
    'frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee ' +
    'menu meta meter nav nobr noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp ' +
    'script section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th ' +
    'thead time title tr track tt u ul var video wbr'
  ).split(' '),
);

const blockTag = /<\/?(?:br|p|div|li|ul|ol|table|tr|h[1-6])\b/i;

/** Texts are cut to this length first: html-to-text would cut them itself, but write a line to stderr. */
const htmlUnitsMax = 200_000;

const inlineHtml = htmlReader(true);
/** For texts with tags that break lines: there, line ends of the source are only white space. */
const blockHtml = htmlReader(false);

/** The reader throws a ContentError for a text that the library cannot read. It reads the first `htmlUnitsMax` units only. */
function htmlReader(preserveNewlines: boolean): (text: string) => string {
  const read = compileHtml(htmlOptions(preserveNewlines));
  return (text) => callLibrary('html-to-text', () => read(text.slice(0, htmlUnitsMax)));
}

function htmlOptions(preserveNewlines: boolean): Parameters<typeof compileHtml>[0] {
  return {
    wordwrap: false,
    preserveNewlines,
    limits: { maxInputLength: htmlUnitsMax, maxDepth: 60 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  };
}
