import type { Reference } from '../../../model/reference.js';
import type { Candidate } from './match/candidate.js';
import { rulesOf, type MappingDraft } from './draft/draft.js';
import { covering, type Matches } from './match/match-fields.js';
import { unknownWordsDoubt, wordTable } from './build-words.js';
import { saysRooms } from './match/worded-counts.js';
import { namesPeople, titleKindTables } from '../words/title-kinds.js';
import type { FieldProfile } from '../profile/profile.js';
import * as lists from '../words/word-lists.js';

/**
 * Adds the kind of property: from up to three fields that state it, else from titles. Nothing is assumed of the others: the agency is asked
 * (RULES R167).
 */
export function buildCategory(draft: MappingDraft, matches: Matches, reference: Reference | null): void {
  draft.ask('category');
  const sources = kindColumns(draft, matches, reference);
  const [lead] = sources;
  if (lead === undefined) {
    buildFromTitles(draft, matches);
    return;
  }
  const words: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const { field } of sources) {
    const table = wordTable(field, lists.categories, 'category', reference);
    Object.assign(words, table.words);
    unknown.push(...table.unknown);
  }
  draft.tables.category = { vocabulary: 'category', words };
  const rules = sources.map(({ field }) => ({ from: field.path, table: 'category' }));
  draft.put('category', rulesOf(rules), lead, unknownWordsDoubt(unknown, 'category'));
}

/**
 * The columns that state the kind of property. Houses have rooms as flats do: what says the rooms of a home (`T2`, `dvosoban`) counts behind
 * what says the kind.
 */
function kindColumns({ records }: MappingDraft, matches: Matches, reference: Reference | null): Candidate[] {
  const isKind = ({ field }: Candidate): boolean =>
    !namesPeople(field.distinct) && !isOfAnotherSubject(field, reference);
  const found = covering(matches, 'category', records, 3).filter(isKind);
  const rooms = found.filter(({ field }) => saysRooms(field));
  if (rooms.length === 0) return found;
  const others = found.filter((one) => !rooms.includes(one));
  const better = (matches.all.get('category') ?? []).find(
    (one) => one.score >= kindLeast && !rooms.includes(one) && !saysRooms(one.field) && isKind(one),
  );
  return [...(others.length > 0 || better === undefined ? others : [better]), ...rooms];
}

const kindLeast = 0.5;

/** Lists of words that columns with a name like "type" or "kind" hold instead of kinds of property. */
const otherSubjects = [
  lists.transactions,
  lists.buildingGroups,
  lists.conditions,
  lists.furnishings,
  lists.periods,
];

/** Whether most words of a column mean something else, and hardly any a kind of property: `tip: novogradnja`, `vrsta: prodaja`. */
function isOfAnotherSubject(field: FieldProfile, reference: Reference | null): boolean {
  if (wordTable(field, lists.categories, 'category', reference).share >= 0.2) return false;
  return otherSubjects.some((list) => wordTable(field, list, null, null).share >= 0.5);
}

function buildFromTitles(draft: MappingDraft, { best }: Matches): void {
  const title = best.get('title');
  if (title === undefined) {
    draft.open('category', 'No field states the kind of property.', null);
    return;
  }
  const { kinds, withoutRooms } = titleKindTables();
  draft.tables.category = kinds;
  const from = title.field.path;
  const rules: Record<string, unknown>[] = [{ from, table: 'category', unmapped: 'ignore' }];
  const rooms = [best.get('rooms'), best.get('bedrooms')].filter(
    (one): one is Candidate => one !== undefined && one.field.path !== from,
  );
  if (rooms.length > 0) draft.values.room_count = { from: rooms.map(({ field }) => field.path), nulls: [0] };
  draft.tables.category_without_rooms = withoutRooms;
  const when = rooms.length === 0 ? {} : { when: 'room_count == null' };
  rules.push({ from, table: 'category_without_rooms', unmapped: 'ignore', ...when });
  draft.open(
    'category',
    `No field states the kind of property; only titles that begin with it, or that name a home, do (${from}).`,
    rules,
  );
}
