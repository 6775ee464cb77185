import { fold } from '../../../model/fold.js';
import { sectionPath } from '../profile/section-rows.js';
import { lookUpHeading } from '../words/heading-words.js';
import { containsWord } from '../../../mapping/words/word-search.js';
import type { Reference, VocabularyField } from '../../../model/reference.js';
import { rule, rulesOf, type MappingDraft } from './draft/draft.js';
import type { Candidate } from './match/candidate.js';
import type { Matches } from './match/match-fields.js';
import type { FieldProfile } from '../profile/profile.js';
import { codesOf } from '../profile/legends.js';
import { flagOf, pairOfFlags, shapeOf } from '../profile/shapes.js';
import { commonFlags } from '../../../mapping/words/boolean-words.js';
import { mayDeny } from '../../../mapping/words/negations.js';
import { conceptsOf, strongName, wordsOf } from '../words/concepts.js';
import { featureIn, featureWords, type Feature } from '../words/feature-words.js';
import * as lists from '../words/word-lists.js';

/** A mapping table for the words of a field, and the words without a known target. */
interface WordTable {
  words: Record<string, unknown>;
  unknown: string[];
  /** Share of the values that the list or the portal knows. */
  share: number;
}

const tableMax = 150;

/** Values that software writes for "no value". */
export const nullWords: ReadonlySet<string> = new Set([
  '-',
  '--',
  '---',
  'N/A',
  'n/a',
  'null',
  'NULL',
  'None',
  'x',
  '/',
  'fara informatii',
  'Non précisé',
  'keineAngabe',
  'k.A.',
]);

/** Builds the table of a field's most frequent words. @param reference the portal's vocabulary; its own words need no entry in the table */
export function wordTable(
  field: FieldProfile,
  list: lists.WordList,
  vocabulary: VocabularyField | null,
  reference: Reference | null,
): WordTable {
  const words: Record<string, unknown> = {};
  const unknown: string[] = [];
  let all = 0;
  let found = 0;
  const counts = new Map<string, number>();
  for (const texts of field.values.values())
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const [word, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, tableMax)) {
    all += count;
    const finding = lookUpIn(field, word, list);
    const isOwn = vocabulary !== null && reference?.vocabularyKey(vocabulary, [word]) != null;
    if (finding !== null || isOwn) found += count;
    else if (!nullWords.has(word)) unknown.push(word);
    if (finding === null && !isOwn) continue;
    const meant = finding === null ? word : target(finding.target);
    // The portal's own words need no entry, but codes for them do.
    if (field.codes !== undefined) for (const code of codesOf(field, word)) words[code] = meant;
    else if (!isOwn) words[word] = meant;
  }
  return { words, unknown, share: all === 0 ? 0 : found / all };
}

/** What a value of a field means: a heading above the record must say it without any other word. */
export function lookUpIn(
  { path, disputed }: FieldProfile,
  text: string,
  list: lists.WordList,
): lists.WordFinding | null {
  if (disputed === true) return null;
  return path === sectionPath ? lookUpHeading(text, list) : lists.lookUp(text, list);
}

function target(value: lists.WordTarget | null): unknown {
  return Array.isArray(value) ? [...(value as readonly string[])] : value;
}

/** Lists words for a sentence: "x", "y" and 3 more. */
export function named(words: readonly string[]): string {
  const shown = words.slice(0, 4).map((word) => `"${word.slice(0, 40)}"`);
  return words.length > 4 ? `${shown.join(', ')} and ${words.length - 4} more` : shown.join(', ');
}

/** The doubt about words of a table that have no known target; null: there are none. */
export function unknownWordsDoubt(unknown: readonly string[], table: string): string | null {
  if (unknown.length === 0) return null;
  return `No target is known for ${named(unknown)}; add them to the table "${table}".`;
}

/** Adds a vocabulary field with a table of the feed's words, unless too few words have a target. */
function buildWord(
  draft: MappingDraft,
  candidate: Candidate,
  spec: {
    field: string;
    table: string;
    vocabulary: VocabularyField;
    list: lists.WordList;
    reference: Reference | null;
  },
): void {
  const { words, unknown, share } = wordTable(candidate.field, spec.list, spec.vocabulary, spec.reference);
  if (share < 0.2 || (unknown.length > 0 && areInitials(candidate.field))) return;
  draft.tables[spec.table] = { vocabulary: spec.vocabulary, words };
  const doubt = unknownWordsDoubt(unknown, spec.table);
  draft.put(spec.field, rule(candidate.field.path, { table: spec.table }), candidate, doubt);
}

/** Whether all words of a column are single letters or figures: one that is not known shows that they are codes of the agency's own. */
function areInitials({ distinct, codes }: FieldProfile): boolean {
  return codes === undefined && [...distinct.keys()].every((word) => word.length === 1);
}

/** Adds optional vocabulary fields, such as heating and condition. */
export function buildOptionalWords(
  draft: MappingDraft,
  matches: Matches,
  fields: readonly FieldProfile[],
  reference: Reference | null,
): void {
  const { best } = matches;
  buildHeating(draft, matches, fields, reference);
  for (const [name, list] of [
    ['condition', lists.conditions],
    ['furnished', lists.furnishings],
    ['building_group', lists.buildingGroups],
  ] as const) {
    const candidate = best.get(name);
    const spec = { field: `structure.${name}`, table: name, vocabulary: name, list, reference };
    if (candidate && (candidate.score >= 0.55 || candidate.byName)) buildWord(draft, candidate, spec);
  }
  const registered = best.get('registered');
  if (registered)
    buildWord(draft, registered, {
      field: 'legal.ownership_status',
      table: 'registered',
      vocabulary: 'ownership_status',
      list: lists.ownerships,
      reference,
    });
  const amenities = best.get('amenities');
  if (amenities && amenities.score >= 0.6) {
    draft.tables.amenity = { vocabulary: 'amenity' };
    const separator = separatorOf(amenities.field);
    const split = separator === null ? {} : { split: separator };
    const more = { ...split, table: 'amenity', unmapped: 'ignore' };
    draft.put('amenities', rule(amenities.field.path, more), amenities);
  }
}

/** Adds the kind of heating, combined with the fuel from a second field. */
function buildHeating(
  draft: MappingDraft,
  { best }: Matches,
  fields: readonly FieldProfile[],
  reference: Reference | null,
): void {
  const heating = best.get('heating');
  const flagged = withBareHeating(
    fields.flatMap((field) => flaggedHeating(field) ?? []),
    fields,
  );
  if (heating === undefined || flagged.some(({ field }) => field === heating.field)) {
    buildFlaggedHeating(draft, flagged);
    return;
  }
  const table = wordTable(heating.field, lists.heatings, 'heating', reference);
  if (table.share < 0.2) return;
  const fuel = best.get('fuel');
  const isPair =
    fuel !== undefined && fuel.score > 0.6 && fuel.shape.words > 0.5 && heating.field.codes === undefined;
  const words = isPair ? { ...table.words, ...pairs(heating.field, fuel.field) } : table.words;
  draft.tables.heating = { vocabulary: 'heating', words };
  const doubt = unknownWordsDoubt(table.unknown, 'heating');
  const rules = isPair
    ? { keys: [heating.field.path, fuel.field.path], table: 'heating' }
    : rule(heating.field.path, { table: 'heating' });
  draft.put('structure.heating', rules, heating, doubt);
}

/** A column of yes and no for one kind of heating. */
interface FlaggedHeating {
  field: FieldProfile;
  /** Null: the name says a kind that is not known. */
  kind: lists.WordTarget | null;
}

/** The kind of heating in the name of a column of yes and no: `Grejanje CG`. Null: the column is none, or is for any heating. */
function flaggedHeating(field: FieldProfile): FlaggedHeating | null {
  const words = wordsOf(field.name);
  const rest = words.filter((word) => !isHeatingWord(word) && !heatingFillers.has(word));
  if (rest.length === 0 || !words.some(isHeatingWord)) return null;
  const cells = [...field.distinct.keys()];
  if (cells.length === 0 || !cells.every((cell) => flagOf(cell) !== null)) return null;
  const found = lists.lookUp(rest.join(' '), lists.heatings);
  return { field, kind: found?.sure === 1 ? found.target : null };
}

/**
 * With those whose whole name is a kind of heating: `CG`, `EG`, `TA peć`. Two signs prove them: there are several kinds, and no home has two.
 */
function withBareHeating(
  worded: readonly FlaggedHeating[],
  fields: readonly FieldProfile[],
): FlaggedHeating[] {
  const bare = fields.flatMap((field): FlaggedHeating[] => {
    const kind = lists.lookUp(field.name, lists.heatings);
    const cells = [...field.distinct.keys()];
    const isFlag = cells.length > 0 && cells.every((cell) => flagOf(cell) !== null);
    const isOther =
      featureIn(field.name, 'air_conditioning') !== null || worded.some((one) => one.field === field);
    return isFlag && !isOther && kind?.sure === 1 ? [{ field, kind: kind.target }] : [];
  });
  const all = [...worded, ...bare];
  const kinds = new Set(all.map(({ kind }) => JSON.stringify(kind)));
  const heated = all.flatMap(({ field }) =>
    [...field.values].flatMap(([record, [cell = '']]) => (flagOf(cell) === true ? [record] : [])),
  );
  const isProven = kinds.size > 1 && kinds.size === all.length && new Set(heated).size === heated.length;
  return isProven ? all : [...worded];
}

function isHeatingWord(word: string): boolean {
  return (conceptsOf(word).get('heating') ?? 0) >= strongName;
}

const heatingFillers: ReadonlySet<string> = new Set('na je ima has is tip vrsta type by'.split(' '));

/** Adds the kinds of heating whose columns say yes. A no in one of them says nothing of the others. */
function buildFlaggedHeating(draft: MappingDraft, flagged: readonly FlaggedHeating[]): void {
  const known = flagged.filter(({ kind }) => kind !== null);
  const [first] = known;
  if (first === undefined) return;
  const rules = known.map(({ field, kind }, index) => {
    const name = index === 0 ? 'heating' : `heating_${index + 1}`;
    const words: Record<string, unknown> = {};
    for (const cell of field.distinct.keys()) words[cell] = flagOf(cell) === true ? target(kind) : null;
    draft.tables[name] = { vocabulary: 'heating', words };
    return rule(field.path, { table: name });
  });
  const { field } = first;
  draft.put('structure.heating', rulesOf(rules), {
    ...{ concept: 'heating', field, shape: shapeOf(field), score: 0.85, byName: true },
  });
}

/** Table entries for pairs of words that the lists know exactly. */
function pairs(heating: FieldProfile, fuel: FieldProfile): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [record, [kind = '']] of heating.values) {
    const [second = ''] = fuel.values.get(record) ?? [];
    if (second === '') continue;
    const together = lists.lookUp(`${kind} + ${second}`, lists.heatings);
    if (together?.sure === 1) found[`${kind} + ${second}`] = target(together.target);
  }
  return found;
}

/** The separator of a field whose values are lists; null: they are not. */
export function separatorOf(field: FieldProfile): string | null {
  if (field.most > 1) return null;
  for (const separator of ['|', ';', ',']) {
    const split = [...field.values.values()].filter(([text = '']) => text.split(separator).length > 2).length;
    if (split > field.values.size * 0.3) return separator;
  }
  return null;
}

const flags = {
  elevator: 'structure.elevator',
  parking: 'structure.parking',
  garage: 'structure.garage',
  balcony: 'structure.balcony',
  terrace: 'structure.terrace',
  basement: 'structure.basement',
  air_conditioning: 'structure.air_conditioning',
} as const satisfies Record<Feature, string>;

function isList(field: FieldProfile): boolean {
  return field.most > 1 || separatorOf(field) !== null;
}

const heatingWords =
  /heat|grejanj|grijanj|heiz|calefac|riscald|chauff|ogrzew|отоплен|ogrevanj|suelo radiante/i;

/** Adds flags and heating from a list of features, unless they have a field of their own. */
function buildFromFeatures(
  draft: MappingDraft,
  { field, shape }: Candidate,
  reference: Reference | null,
): void {
  const folded = [...new Set([...field.values.values()].flat())].map(fold);
  const split = separatorOf(field);
  const more = split === null ? {} : { split };
  const known = new Set(draft.proposals.map((proposal) => proposal.field));
  const source: Candidate = { concept: 'amenities', field, shape, score: 0.75, byName: true };
  for (const [concept, words] of Object.entries(featureWords)) {
    const target = flags[concept as Feature];
    const present = words.map(fold).filter((word) => folded.some((text) => containsWord(text, word)));
    const found = words.filter(
      (word, index) => present.includes(fold(word)) && words.map(fold).indexOf(fold(word)) === index,
    );
    if (!known.has(target) && found.length > 0)
      draft.put(target, { from: field.path, ...more, bool: { containing: found, negations: 1 } }, source);
  }
  const heated = new Map<number, string[]>();
  for (const [record, all] of field.values) {
    const own = all.filter((text) => heatingWords.test(text) && text.length < 60);
    if (own.length > 0) heated.set(record, own);
  }
  const { words, share } = wordTable({ ...field, values: heated }, lists.heatings, 'heating', reference);
  if (known.has('structure.heating') || heated.size === 0 || share === 0) return;
  draft.tables.heating = { vocabulary: 'heating', words };
  const rules = { from: field.path, ...more, table: 'heating', unmapped: 'ignore' };
  draft.put('structure.heating', rules, source, 'The heating is found only among other features.');
}

/** Adds yes-or-no fields and the feed's words for both, then flags and heating from a list of features. */
export function buildFlags(draft: MappingDraft, { best }: Matches, reference: Reference | null): void {
  const yes = new Set<string>();
  const no = new Set<string>();
  for (const [concept, field] of Object.entries(flags)) {
    const candidate = best.get(concept as keyof typeof flags);
    if (candidate === undefined || candidate.score < 0.5) continue;
    const words = [...candidate.field.distinct.keys()];
    if (candidate.field.codes !== undefined) {
      const flagged = codedFlags(candidate.field);
      if (flagged !== null) draft.put(field, rule(candidate.field.path, { bool: flagged }), candidate);
      continue;
    }
    if (mayBeEither(candidate, draft.records)) continue;
    const pair = pairOfFlags(candidate.field);
    if (pair !== null) {
      yes.add(pair.yes);
      no.add(pair.no);
      draft.put(field, candidate.field.path, candidate);
      continue;
    }
    const meant = (word: string): boolean | null => flagOf(word) ?? featureIn(word, concept as Feature);
    const known = words.filter((word) => meant(word) !== null);
    if (known.length < words.length * 0.5) {
      // A field that names a kind of garage, or lists entries, means yes wherever it has a value. Two unknown words may be yes and no.
      const saysNo = known.some((word) => meant(word) === false);
      if (candidate.shape.words > 0.8 && words.length <= 20 && words.length !== 2 && !saysNo)
        draft.put(
          field,
          { from: candidate.field.path, bool: { negations: 1 } },
          candidate,
          `Any value that takes nothing back means yes, such as ${named(words)}.`,
        );
      continue;
    }
    for (const word of known) (meant(word) === true ? yes : no).add(word);
    // A denial of something else may be one of the fact after all.
    const doubtful = known.filter((word) => flagOf(word) === null && meant(word) === true && mayDeny(word));
    const doubt = doubtful.length === 0 ? null : `Read as yes: ${named(doubtful)}.`;
    draft.put(field, candidate.field.path, candidate, doubt);
  }
  const features = best.get('amenities');
  if (features !== undefined && features.score >= 0.6 && isList(features.field))
    buildFromFeatures(draft, features, reference);
  if (yes.size + no.size > 0)
    draft.top.booleans = { true: unfolded(yes, ['yes']), false: unfolded(no, ['no']) };
}

/** The codes of yes and of no by a legend; null: it says something else of one. */
function codedFlags(field: FieldProfile): { true: string[]; false: string[] } | null {
  const words = [...field.distinct.keys()];
  if (!words.every((word) => commonFlags.has(fold(word)))) return null;
  const of = (wanted: boolean): string[] =>
    words.filter((word) => commonFlags.get(fold(word)) === wanted).flatMap((word) => codesOf(field, word));
  return { true: of(true), false: of(false) };
}

/** Whether each record has 1 or 2: they may be numbers of lifts, or the codes of yes and no. */
function mayBeEither({ field, shape }: Candidate, records: number): boolean {
  const words = [...field.distinct.keys()].sort().join();
  return words === '1,2' && shape.filled >= records * 0.95;
}

function unfolded(words: ReadonlySet<string>, otherwise: string[]): string[] {
  const kept = new Map([...words].map((word) => [fold(word), word]));
  return kept.size === 0 ? otherwise : [...kept.values()].slice(0, 20);
}
