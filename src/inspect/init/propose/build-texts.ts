import { rule, rulesOf, type MappingDraft } from './draft/draft.js';
import type { Candidate } from './match/candidate.js';
import type { Matches } from './match/match-fields.js';
import { withoutLanguage } from '../profile/languages.js';
import type { FieldProfile } from '../profile/profile.js';
import { languageOfTexts } from '../words/text-languages.js';
import { titleCodePointsMin, descriptionCodePointsMin } from '../../../wire/limits.js';

/** Languages of the portal. */
const portalLanguages = ['sr', 'en', 'de', 'ru', 'tr'];
/** Languages used in place of Serbian, in the order in which readers of the portal understand them (RULES R175), then any other. */
const standIns = ['hr', 'mk', 'sl', 'en', 'ru', 'de', 'it', 'es', 'fr', 'pl', 'pt'];

const names: Readonly<Record<string, string>> = {
  hr: 'Croatian',
  mk: 'Macedonian',
  sl: 'Slovene',
  en: 'English',
  ru: 'Russian',
  de: 'German',
  it: 'Italian',
  es: 'Spanish',
  fr: 'French',
  pl: 'Polish',
  pt: 'Portuguese',
  tr: 'Turkish',
  uk: 'Ukrainian',
  bg: 'Bulgarian',
  el: 'Greek',
  ro: 'Romanian',
  hu: 'Hungarian',
  cs: 'Czech',
  sk: 'Slovak',
  nl: 'Dutch',
  sq: 'Albanian',
  ar: 'Arabic',
};

/** Adds titles and descriptions in the feed's languages. */
export function buildTexts(draft: MappingDraft, matches: Matches): { languages: string[] } {
  const languages = new Set<string>();
  const title = textsOf('title', matches);
  const description = textsOf('description', matches);
  for (const { language } of [...title, ...description]) if (language !== null) languages.add(language);
  buildText(draft, 'title', title, titleTemplate(draft), titleCodePointsMin);
  const template = descriptionTemplate(draft, title[0]?.candidate ?? null);
  buildText(draft, 'description', description, template, descriptionCodePointsMin);
  // A later text may have markup although no sample has any. Without markup it costs nothing.
  if (title.length + description.length > 0) draft.top.html = true;
  proposeRepair(draft, [...title, ...description]);
  return { languages: [...languages] };
}

/** Fewer misread texts prove nothing, unless the field has no more: `Ã` and a sign behind it may be meant. */
const misreadMin = 2;

function proposeRepair(draft: MappingDraft, texts: readonly Text[]): void {
  const field = texts
    .map(({ candidate }) => candidate.field)
    .find(({ misread, distinct }) => misread >= Math.min(misreadMin, distinct.size));
  if (field === undefined) return;
  draft.top.repair = 'double_utf8';
  draft.note('repair', field, 'Its texts were encoded as UTF-8 twice. They are decoded once more.', 0.9);
}

interface Text {
  candidate: Candidate;
  language: string | null;
}

function textsOf(concept: 'title' | 'description', { best, all }: Matches): Text[] {
  const first = best.get(concept);
  // A partial name match is not enough, except for columns without names, which have no better evidence.
  if (first === undefined || (first.score < 0.5 && !first.field.path.startsWith('#'))) return [];
  const plain = withoutTail(first, all.get(concept) ?? []);
  const language = languageOfText(plain.field);
  // Texts in several languages share a stem: `desc/en`, `description[@language=it]`, `title_en`.
  const stem = stemOf(plain.field);
  const others = (all.get(concept) ?? []).flatMap((candidate): Text[] => {
    const { field, score } = candidate;
    if (field.language !== null)
      return stemOf(field) === stem || score > 0.7 ? [{ candidate, language: field.language }] : [];
    // Names in two languages tell their texts apart as well, where no name states one: `Opis` and `Description`.
    const isOther = score > 0.7 && candidate !== plain && candidate !== first;
    const own = isOther && plain.field.language === null && language !== null ? languageOfText(field) : null;
    return own === null || own === language ? [] : [{ candidate, language: own }];
  });
  const byLanguage = new Map<string | null, Text>();
  for (const text of [{ candidate: plain, language: plain.field.language ?? language }, ...others])
    if (!byLanguage.has(text.language)) byLanguage.set(text.language, text);
  return [...byLanguage.values()];
}

/** Fewer texts do not show what stands behind all of them. */
const tailMin = 3;

/**
 * The field, or the one that has the same texts without the ending that all of them share: web pages give search engines a title with the
 * agency's name behind it.
 */
function withoutTail(first: Candidate, others: readonly Candidate[]): Candidate {
  const texts = first.field.values;
  const isBare = ({ field }: Candidate): boolean => {
    const tails = [...field.values].map(([record, [own = '']]) => {
      const whole = texts.get(record)?.[0] ?? '';
      return whole.length > own.length && whole.startsWith(own) ? whole.slice(own.length) : '';
    });
    return tails.length >= tailMin && tails[0] !== '' && tails.every((tail) => tail === tails[0]);
  };
  return others.find((one) => one !== first && isBare(one)) ?? first;
}

function stemOf({ path, language }: FieldProfile): string {
  return language === null ? path : withoutLanguage(path);
}

function buildText(
  draft: MappingDraft,
  field: 'title' | 'description',
  texts: readonly Text[],
  made: string | null,
  least: number,
): void {
  const rules: unknown[] = [];
  const serbian = texts.find(({ language }) => language === 'sr' || language === null);
  if (serbian) rules.push(serbian.candidate.field.path);
  const others = texts
    .map(({ language }) => language ?? 'sr')
    .filter((one) => one !== 'sr' && !standIns.includes(one));
  for (const language of [...standIns, ...others]) {
    const text = texts.find((one) => one.language === language);
    if (text)
      rules.push({
        from: text.candidate.field.path,
        fallback: `The ${names[language] ?? 'foreign'} text is used in place of a Serbian one.`,
      });
  }
  const isShort = texts.every(({ candidate }) =>
    [...candidate.field.distinct.keys()].some((text) => text.length < least),
  );
  const isPartial = texts.every(({ candidate }) => candidate.shape.filled < draft.records);
  const composed = `The feed has no ${field}, so one is composed from other fields.`;
  if (made !== null && (texts.length === 0 || isShort || isPartial))
    rules.push({ template: made, fallback: composed });
  const [lead] = [...texts].sort((a, b) => rankOf(a) - rankOf(b)).map(({ candidate }) => candidate);
  if (rules.length === 0)
    draft.miss(`${field}.sr`, `The feed has no ${field}, and no fields to compose one from.`);
  else if (lead === undefined) draft.put(`${field}.sr`, rules[0], null, composed, 0.6);
  else draft.put(`${field}.sr`, rulesOf(rules), lead, doubtOf(texts, serbian));
  for (const { candidate, language } of texts)
    if (language !== null && language !== 'sr' && portalLanguages.includes(language))
      draft.put(`${field}.${language}`, rule(candidate.field.path), candidate);
}

const inOrder = ['sr', null, ...standIns];

/** The text that is shown as the source of the Serbian one: it, or the first that stands in. */
function rankOf({ language }: Text): number {
  const rank = inOrder.indexOf(language);
  return rank === -1 ? inOrder.length : rank;
}

function doubtOf(texts: readonly Text[], serbian: Text | undefined): string | null {
  if (serbian) return null;
  const ordered = [...texts]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ language }) => languageName(language));
  const [first = ''] = ordered;
  if (ordered.length === 1) return `The texts are ${first}; the portal needs Serbian ones.`;
  const which =
    ordered.length > 3 ? `in ${ordered.length} languages, none of them Serbian` : ordered.join(' and ');
  return `The texts are ${which}; the portal needs Serbian ones, and the ${first} ones stand in for them.`;
}

function languageName(language: string | null): string {
  return names[language ?? ''] ?? language ?? '';
}

/** A title composed from `$kind`, `$town` and `$size` under values; null without town and size. */
function titleTemplate({ values }: MappingDraft): string | null {
  const parts = [
    '{$kind}',
    ...(values.town === undefined ? [] : ['[, {$town}]']),
    ...(values.size === undefined ? [] : ['[, {$size} m²]']),
  ];
  return parts.length === 1 ? null : parts.join('');
}

function descriptionTemplate({ values }: MappingDraft, title: Candidate | null): string | null {
  const lead = title === null ? '{$kind}' : `{${title.field.path}}`;
  const parts = [
    `${lead}.`,
    ...(values.town === undefined ? [] : ['[ Mesto: {$town}.]']),
    ...(values.size === undefined ? [] : ['[ Površina: {$size} m².]']),
    ...(values.cost === undefined ? [] : ['[ Cena: {$cost}.]']),
  ];
  return parts.length === 1 ? null : parts.join('');
}

/** The language of a field's texts, by its name or its words; null where neither shows it. */
function languageOfText(field: FieldProfile): string | null {
  return field.language ?? languageOfTexts([...field.distinct.keys()]);
}
