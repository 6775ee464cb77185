import type { Page } from 'playwright-core';
import { all } from '../../src/console/words/all.js';
import { inCyrillic, inLatin } from '../../src/console/words/cyrillic.js';
import type { Language } from '../../src/console/words/language.js';
import type { Text } from '../../src/console/words/table.js';

/** No one sees these signs: they begin and end a sentence of the API, in Serbian and in English. */
const marks = { sr: ['\u2061', '\u2062'], en: ['\u2063', '\u2064'] } as const;

/**
 * Marks each `{ sr, en }` pair of the API's answers where the page reads them, so that what is shown can be told from what a
 * page wrote itself. The page has to be opened again afterwards.
 */
export async function markSentences(page: Page): Promise<void> {
  await page.addInitScript(`{
    const marks = ${JSON.stringify(marks)};
    const isPair = (value) => typeof value.sr === 'string' && typeof value.en === 'string';
    const marked = (value) => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(marked);
      const each = Object.entries(value).map(([key, inner]) => [
        key,
        isPair(value) && key in marks ? marks[key][0] + inner + marks[key][1] : marked(inner),
      ]);
      return Object.fromEntries(each);
    };
    const ask = window.fetch;
    window.fetch = async (...asked) => {
      const reply = await ask(...asked);
      if (!(reply.headers.get('content-type') ?? '').startsWith('application/json')) return reply;
      const { status, headers } = reply;
      return new Response(JSON.stringify(marked(await reply.json())), { status, headers });
    };
  }`);
}

/** A text that a page shows, and the element that shows it. */
interface Shown {
  text: string;
  in: string;
}

/**
 * Every text of a page, folded ones too, those for screen readers included. Left out are code, the daemon's log and what is folded under
 * “Details, in English”: there the daemon speaks, in English, and the page declares it. On a page in English it may stand anywhere.
 */
async function shownBy(page: Page, language: Language): Promise<Shown[]> {
  const ofDaemon = language === 'en' ? 'body [lang=en]' : '.log [lang], .fold [lang]';
  return page.evaluate(`(() => {
    const isOthers = (part) =>
      part.closest('script, style, noscript, code, pre, textarea, .cm-editor, ${ofDaemon}') !== null;
    const shown = [];
    const keep = (text, part) => {
      if (text && text.trim() !== '' && !isOthers(part)) shown.push({ text, in: part.outerHTML.slice(0, 160) });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) keep(walker.currentNode.data, walker.currentNode.parentElement);
    for (const part of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) keep(part.getAttribute(name), part);
    for (const part of document.querySelectorAll('input[role=combobox], input[aria-haspopup]')) keep(part.value, part);
    return shown;
  })()`);
}

/** Words of which no English sentence has none, and which Serbian does not have. */
const english = /\b(?:the|is|are|was|were|of|and|with|not|this|that|which|from|has|have|been|it|by)\b/iu;

/** A time as machines write it. */
const ofMachines = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;

/** What joins texts to one: first what separates most. */
const separators = [/\s*·\s*/u, /(?<=[.!?…])\s+/u, /\s*[:,–→“”„]\s*|^\(|\)$|\s+\(/u];

/** Tells what belongs into a page of one language. */
export class OneLanguage {
  readonly #templates: readonly RegExp[];
  readonly #sentence: RegExp;
  readonly #time: RegExp;
  readonly #foreign: RegExp;
  readonly #known = new Map<string, boolean>();

  /** @param isData whether a text is what a feed, a user or the portal wrote, which every language shows alike */
  constructor(
    private readonly language: Language,
    private readonly isData: (text: string) => boolean,
  ) {
    const entries = Object.values(all).map(({ sr, en }) => (language === 'en' ? en : sr));
    const templates = entries.flatMap(formsOf).filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, '')));
    // Those that say most of a text first.
    templates.sort((a, b) => b.length - a.length);
    this.#templates = templates.map((template) => patternOf(template, language));
    const [begin, end] = marks[language === 'en' ? 'en' : 'sr'];
    this.#sentence = new RegExp(`${begin}[^${end}]*${end}`, 'gu');
    this.#time = timeIn(language);
    this.#foreign = language === 'en' ? /^$/ : english;
  }

  /** Texts of the page that are not in its language. */
  async strangersOn(page: Page): Promise<string[]> {
    const shown = await shownBy(page, this.language);
    return [
      ...new Set(
        shown.filter(({ text }) => !this.#fits(text)).map(({ text, in: where }) => `${text} in ${where}`),
      ),
    ];
  }

  #fits(text: string): boolean {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const fits = this.#isOf(text.trim());
    this.#known.set(text, fits);
    return fits;
  }

  #isOf(text: string): boolean {
    if (ofMachines.test(text) && !this.isData(text)) return false;
    if (!/\p{L}/u.test(text) || this.isData(text) || this.#time.test(text)) return true;
    if (this.#templates.some((template) => this.#holds(template, text))) return true;
    // What stands around sentences of the API, and between signs.
    const around = text.split(this.#sentence);
    if (around.length > 1)
      return (
        around.every((part) => this.#fits(part)) && !this.#foreign.test(text.replace(/[„“][^”]*”/gu, ''))
      );
    if (text.endsWith('.') && this.#fits(text.slice(0, -1))) return true;
    return separators.some((separator) => {
      const parts = text.split(separator);
      return parts.length > 1 && parts.every((part) => this.#fits(part));
    });
  }

  /** The template, with what fits in each of its places. */
  #holds(template: RegExp, text: string): boolean {
    const found = template.exec(text);
    return found?.slice(1).every((value) => this.#fits(value)) ?? false;
  }
}

function formsOf(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.values<string>({ ...text });
}

function patternOf(template: string, language: Language): RegExp {
  const kept = template.replace(/\{\w+\}/g, (name) => `\`${name}\``);
  const written = language === 'sr-Cyrl' ? inCyrillic(kept) : inLatin(template);
  const escaped = written.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '(.*?)').trim()}$`, 'su');
}

/** What dates, times and spans consist of. */
function timeIn(language: Language): RegExp {
  const words = {
    en: 'ago|in|at|an?|now|yesterday|today|tomorrow|seconds?|minutes?|hours?|days?|weeks?|months?|years?',
    'sr-Latn': 'pre|za|u|sada|juče|danas|sutra|prekjuče|prekosutra|sekund[aei]?|minut[aei]?|sati?|sata|dana?',
    'sr-Cyrl': 'пре|за|у|сада|јуче|данас|сутра|прекјуче|прекосутра|секунд[аеи]?|минут[аеи]?|сати?|сата|дана?',
  }[language];
  const locale = { en: 'en-GB', 'sr-Latn': 'sr-Latn-RS', 'sr-Cyrl': 'sr-Cyrl-RS' }[language];
  const named = (options: Intl.DateTimeFormatOptions): string[] =>
    Array.from({ length: 52 }, (_, week) =>
      new Intl.DateTimeFormat(locale, options)
        .formatToParts(new Date(2026, 0, week * 8))
        .filter(({ type }) => type === 'month' || type === 'weekday')
        .map(({ value }) => value.replace('.', String.raw`\.`)),
    ).flat();
  const names = [
    ...named({ day: 'numeric', month: 'short' }),
    ...named({ day: 'numeric', month: 'long', weekday: 'long' }),
  ];
  return new RegExp(`^(?:(?:${[...new Set(names), words].join('|')})(?!\\p{L})|[^\\p{L}])+$`, 'iu');
}
