import { agencyForms, counted, feedForms, listingForms, serbianForm } from '../counted.js';
import { fieldName } from '../field-names.js';

/**
 * A sentence or clause of the daemon, without its final stop: English with slots, and the same in Serbian.
 *
 * English: `{name}` is a text within one sentence, `{~name}` one of several and `{@name}` a single word, all kept as they are; `{#name}` is a
 * number; `{%name}` is a field of a listing; `{*name}` is another phrase. `[one|two]` stands for either.
 *
 * Serbian: `{name}` is what stands in the slot, `{name:oglas}` a number with its noun, `{name?one|few|many}` the form for a number.
 */
export type Phrase = readonly [en: string, sr: string];

/** A phrase that can be recognised. */
export interface KnownPhrase {
  /** Literal texts and slots, by turns. */
  parts: readonly (string | Slot)[];
  sr: string;
}

interface Slot {
  name: string;
  kind: SlotKind;
}

type SlotKind = 'text' | 'prose' | 'word' | 'number' | 'field' | 'phrase';

const kinds: Readonly<Record<string, SlotKind>> = {
  '': 'text',
  '~': 'prose',
  '@': 'word',
  '#': 'number',
  '%': 'field',
  '*': 'phrase',
};

/** A phrase with each of its alternatives. */
export function known([en, sr]: Phrase): KnownPhrase[] {
  const either = /\[([^\]]*)\]/.exec(en);
  if (either === null) return [{ parts: partsOf(en), sr }];
  const [found, choices = ''] = either;
  return choices.split('|').flatMap((choice) => known([en.replace(found, () => choice), sr]));
}

function partsOf(en: string): (string | Slot)[] {
  return en
    .split(/(\{[@#*~%]?\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, sign = '', name] = /^\{([@#*~%]?)(\w+)\}$/.exec(part) ?? [];
      return name === undefined ? part : { name, kind: kinds[sign] ?? 'text' };
    });
}

/** What stands in the slots of a text; null if the text is another phrase. Compared by hand: a pattern could be made to backtrack. */
export function valuesIn(parts: KnownPhrase['parts'], text: string): Map<string, string> | null {
  const [first, ...rest] = parts;
  if (first === undefined) return text === '' ? new Map() : null;
  if (typeof first === 'string')
    return text.startsWith(first) ? valuesIn(rest, text.slice(first.length)) : null;
  const [next] = rest;
  if (typeof next !== 'string') return fits(first.kind, text) ? new Map([[first.name, text]]) : null;
  for (let end = text.indexOf(next, 1); end !== -1; end = text.indexOf(next, end + 1)) {
    const value = text.slice(0, end);
    if (!fits(first.kind, value)) continue;
    const others = valuesIn(rest, text.slice(end));
    if (others !== null) return others.set(first.name, value);
  }
  return null;
}

function fits(kind: SlotKind, text: string): boolean {
  switch (kind) {
    case 'number':
      return /^\d+(?:[.,]\d+)*$/.test(text);
    case 'word':
    case 'field':
      return /^\S+$/.test(text);
    case 'text':
      return text !== '' && !/\.\s\p{Lu}/u.test(text);
    case 'prose':
    case 'phrase':
      return text !== '';
  }
}

const nouns = {
  oglas: listingForms,
  feed: feedForms,
  agencija: agencyForms,
  zapis: { sr: ['zapis', 'zapisa', 'zapisa'], en: ['record', 'records'] },
  fajl: { sr: ['fajl', 'fajla', 'fajlova'], en: ['file', 'files'] },
} as const;

/** Writes the Serbian side. @returns null if what stands in a slot is no phrase */
export function inSerbian(
  { parts, sr }: KnownPhrase,
  values: ReadonlyMap<string, string>,
  translate: (text: string) => string | null,
): string | null {
  const filled = new Map<string, string>();
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const text = written(part.kind, values.get(part.name) ?? '', translate);
    if (text === null) return null;
    filled.set(part.name, text);
  }
  return sr.replace(/\{(\w+)(?::(\w+)|\?([^{}]*))?\}/g, (_, name: string, noun?: string, forms?: string) => {
    const value = filled.get(name) ?? '';
    if (noun !== undefined) return counted(Number(value), nouns[noun as keyof typeof nouns]).sr;
    if (forms === undefined) return value;
    const [one = '', few = '', many = ''] = forms.split('|');
    return serbianForm(Number(value), one, few, many);
  });
}

/** Texts stand between backticks, so that they keep their letters in Cyrillic. */
function written(kind: SlotKind, value: string, translate: (text: string) => string | null): string | null {
  if (kind === 'phrase') return translate(value);
  if (kind === 'number') return value;
  return kind === 'field' ? fieldName(value).sr : `\`${value.replaceAll('`', '’')}\``;
}
